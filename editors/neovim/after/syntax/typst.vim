" Colours for Typst where neither Neovim (before 0.11) nor another plugin has any.
if exists('b:current_syntax')
  finish
endif

syntax spell toplevel
syntax match typstHeading /^\s*=\+\s.*$/ contains=typstCitation,typstMath,typstLabel
syntax match typstListItem /^\s*[-+]\ze\s/
syntax match typstStrong /\*[^*]\+\*/ contains=@Spell
syntax match typstEmphasis /\<_[^_]\+_\>/ contains=@Spell
syntax match typstCitation /@[[:alnum:]_][[:alnum:]_:.-]*/ contains=@NoSpell
syntax match typstLabel /<[[:alnum:]_][[:alnum:]_:.-]*>/ contains=@NoSpell
syntax match typstCode /#[[:alpha:]_][[:alnum:]_.-]*/ contains=@NoSpell
syntax region typstMath start=/\$/ skip=/\\\$/ end=/\$/ contains=@NoSpell
syntax region typstString start=/"/ skip=/\\"/ end=/"/ oneline contained containedin=typstArguments contains=@NoSpell
syntax region typstArguments start=/\(#[[:alpha:]_][[:alnum:]_.-]*\)\@<=(/ end=/)/ contains=typstString,typstComment,typstBlockComment
syntax region typstRaw start=/`/ end=/`/ contains=@NoSpell
syntax region typstRaw start=/```/ end=/```/ contains=@NoSpell
syntax match typstComment /\(:\)\@<!\/\/.*$/ contains=@Spell
syntax region typstBlockComment start=/\/\*/ end=/\*\// contains=typstBlockComment,@Spell

highlight default link typstHeading Title
highlight default link typstListItem Special
highlight default typstStrong term=bold cterm=bold gui=bold
highlight default typstEmphasis term=italic cterm=italic gui=italic
highlight default link typstCitation Identifier
highlight default link typstLabel Label
highlight default link typstCode Function
highlight default link typstMath Number
highlight default link typstString String
highlight default link typstRaw String
highlight default link typstComment Comment
highlight default link typstBlockComment Comment

let b:current_syntax = 'typst'
