;; A draft whose citations have not been looked up yet: online results appear without an edit.
(load (expand-file-name "harness.el" (file-name-directory load-file-name)) nil t)

(defun said (words)
  "The finding whose message has these words."
  (seq-find
   (lambda (it) (string-match-p (regexp-quote words) (flymake-diagnostic-text it)))
   (flymake-diagnostics (point-min) (point-max))))

(open-draft "cold.md")
(let ((before (buffer-modified-tick)))
  (dolist (words '("retracted on" "was not found in Crossref" "has no entry"))
    (wait-for (format "“%s”" words) (lambda () (said words))))
  (unless (equal before (buffer-modified-tick)) (error "the draft was edited"))
  (princ "ok what was looked up is shown without an edit\n"))
(finish)
