" Colours for Quarto where neither Neovim (before 0.9) nor another plugin has any: those of R Markdown.
if !exists('b:current_syntax')
  runtime! syntax/rmd.vim
  let b:current_syntax = 'quarto'
endif
