;; Emacs with eglot, configured by docs/editors/emacs.md: the common start and end of every test.
(require 'package)
;; Debian's package folder, which Emacs does not search without its site files.
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(unless (locate-library "eglot") (package-initialize))
(unless (and (locate-library "eglot") (locate-library "markdown-mode")) (princ "eglot or markdown-mode is missing\n") (kill-emacs 77))
(require 'eglot)
(require 'flymake)
(load (getenv "EDITOR_TEST_PAGE") nil t)

;; Delays are short, because no author types in this editor.
(setq eglot-sync-connect 60
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0.05
      flymake-no-changes-timeout 0.05)

(defun wait-for (what condition)
  (let ((end (+ (float-time) 60)) found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "waited in vain for %s" what))))

(defun open-draft (name)
  "Opens a draft of the test's folder and starts the server for it."
  (find-file (expand-file-name name (getenv "EDITOR_TEST_FOLDER")))
  (unless (eq major-mode 'markdown-mode) (markdown-mode))
  (princ (format "Emacs %s\n" emacs-version))
  (let ((project-find-functions (list (lambda (_) (cons 'transient (getenv "EDITOR_TEST_FOLDER"))))))
    (apply #'eglot (eglot--guess-contact)))
  (wait-for "the server" #'eglot-managed-p)
  (unless flymake-mode (flymake-mode 1))
  (flymake-start))

(defun finish ()
  "Ends the server and Emacs, and says that every step was passed."
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server))
  (princ "DONE\n")
  (kill-emacs 0))
