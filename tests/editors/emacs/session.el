;; A draft in Emacs with eglot, configured as docs/editors/emacs.md says: a finding at its place, its fix, and the keys
;; that are offered, in the order in which they are shown.
(require 'package)
;; Where Debian puts packages, of which Emacs does not know when it leaves the files of the site alone.
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(unless (locate-library "eglot") (package-initialize))
(unless (and (locate-library "eglot") (locate-library "markdown-mode")) (princ "eglot or markdown-mode is missing\n") (kill-emacs 77))
(require 'eglot)
(require 'flymake)
(load (getenv "EDITOR_TEST_PAGE") nil t)

(defun wait-for (what condition)
  (let ((end (+ (float-time) 60)) found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "waited in vain for %s" what))))

(defun finding ()
  "The finding on the wrong key."
  (seq-find
   (lambda (it) (equal "smiht2020" (buffer-substring (flymake-diagnostic-beg it) (flymake-diagnostic-end it))))
   (flymake-diagnostics (point-min) (point-max))))

(setq eglot-sync-connect 60
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0.05
      flymake-no-changes-timeout 0.05)
(find-file (expand-file-name "paper.md" (getenv "EDITOR_TEST_FOLDER")))
(unless (eq major-mode 'markdown-mode) (markdown-mode))
(princ (format "Emacs %s\n" emacs-version))
(let ((project-find-functions (list (lambda (_) (cons 'transient (getenv "EDITOR_TEST_FOLDER"))))))
  (apply #'eglot (eglot--guess-contact)))
(wait-for "the server" #'eglot-managed-p)
(unless flymake-mode (flymake-mode 1))
(flymake-start)
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
    ;; Behind the last stands where in the text it begins.
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
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
(princ "DONE\n")
(kill-emacs 0)
