" File types that older versions do not know.
autocmd BufNewFile,BufRead *.qmd setfiletype quarto
if !has('nvim-0.10')
  autocmd BufNewFile,BufRead *.typ set filetype=typst
endif
