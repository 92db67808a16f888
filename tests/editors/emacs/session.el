;; A draft in Emacs with eglot: a finding at its position, its fix, and the keys offered, in the
;; order in which they are shown.
(load (expand-file-name "harness.el" (file-name-directory load-file-name)) nil t)

(defun finding ()
  "The finding on the wrong key."
  (seq-find
   (lambda (it) (equal "smiht2020" (buffer-substring (flymake-diagnostic-beg it) (flymake-diagnostic-end it))))
   (flymake-diagnostics (point-min) (point-max))))

(open-draft "paper.md")
(wait-for "the finding" #'finding)
(princ "ok the finding stands on the wrong key\n")
(let* ((at (flymake-diagnostic-beg (finding)))
       (fix (wait-for
             "the fix"
             (lambda ()
               (seq-find (lambda (it) (string-match-p "smith2020" (plist-get it :title)))
                         (eglot-code-actions at at nil nil)))))
       (edit (plist-get fix :edit)))
  (unless edit (error "the fix has no edit: %S" fix))
  (condition-case nil
      (eglot--apply-workspace-edit edit nil)
    (wrong-number-of-arguments (eglot--apply-workspace-edit edit))))
(when (string-match-p "smiht2020" (buffer-string)) (error "not mended: %s" (buffer-string)))
(flymake-start)
(wait-for "the finding to go" (lambda () (not (finding))))
(princ "ok its fix is applied, and the finding goes\n")

(defun offered ()
  "What Emacs offers at the cursor, in the order in which it shows it."
  (pcase-let* ((`(,start ,end ,table . ,_) (eglot-completion-at-point))
               (typed (buffer-substring-no-properties start end))
               (metadata (completion-metadata typed table nil))
               (found (completion-all-completions typed table nil (length typed) metadata))
               (sorting (completion-metadata-get metadata 'display-sort-function)))
    ;; The last cdr is the start of the completion in the text.
    (when (consp found) (setcdr (last found) nil))
    (mapcar #'substring-no-properties (if sorting (funcall sorting found) found))))

(goto-char (point-max))
(insert "\nThen [@yoga")
(let ((wanted (split-string (getenv "EDITOR_TEST_KEYS")))
      (shown '()))
  (wait-for
   (format "the keys %s" wanted)
   (lambda ()
     (setq shown (offered))
     (equal wanted (mapcar (lambda (it) (car (split-string it))) shown))))
  (unless (string-match-p "RETRACTED" (car (last shown))) (error "the retracted work is not named so: %S" shown)))
(princ "ok the work that is meant is the first of the keys that are offered, and the retracted one the last\n")
(finish)
