;; What Emacs makes of the server: prints the finding, the actions, the questions and the text.
;; Run by test_lsp_emacs.py in batch mode; works from Emacs 28 with Debian's elpa-eglot on.

(setq make-backup-files nil auto-save-default nil create-lockfiles nil)
(let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
  (when (file-directory-p default-directory)
    (normal-top-level-add-subdirs-to-load-path)))
(require 'eglot)

(defun say (name value)
  (princ (concat (json-encode (list name value)) "\n")))

(defun wait-until (condition)
  (with-timeout (120 (error "Nothing came"))
    (while (not (funcall condition))
      (accept-process-output nil 0.02))))

;; Nobody can be asked here: choose the first repair, and what comes last at later questions.
(defvar asked nil)
(advice-add
 'completing-read :override
 (lambda (prompt choices &rest _)
   (let ((titles (mapcar (lambda (choice) (if (consp choice) (car choice) choice)) choices)))
     (cond
      ((string-match-p "Pick an action" prompt)
       (dolist (title titles) (say "action" title))
       (seq-find (lambda (title) (string-prefix-p "Repair" title)) titles))
      (t
       (say "asked" (substring-no-properties prompt))
       (prog1 (if asked (car (last titles)) (car titles))
         (setq asked t)))))))

(advice-add 'y-or-n-p :override (lambda (&rest _) t))

(find-file (getenv "EVENHAND_FILE"))
(python-mode)
(eglot '(python-mode)
       (cons 'transient default-directory)
       'eglot-lsp-server
       (list (getenv "EVENHAND_PYTHON") "-P" "-m" "evenhand" "server" "--trust")
       "python")
(flymake-start)
(wait-until #'flymake-diagnostics)

(let ((finding (car (flymake-diagnostics))))
  (goto-char (flymake-diagnostic-beg finding))
  (say "finding" (list (line-number-at-pos) (flymake-diagnostic-text finding))))

(let ((before (buffer-string))
      (last-nonmenu-event ?a))
  (call-interactively #'eglot-code-actions)
  (wait-until (lambda () (not (string= (buffer-string) before))))
  (say "text" (vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t))))
(kill-emacs 0)
