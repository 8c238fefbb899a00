;;; pramsim-dap.el --- the debugger of pramsim for dap-mode  -*- lexical-binding: t -*-

;;; Commentary:
;; Load this file; M-x dap-debug then offers "pramsim: this Fork program".

;;; Code:
(require 'dap-mode)

(defun pramsim-dap--complete (conf)
  "Complete the launch configuration CONF for the file of this buffer."
  (let ((file (or (buffer-file-name) "program.fork")))
    (dap--put-if-absent conf :dap-server-path '("pramsim" "--dap"))
    (dap--put-if-absent conf :program (concat (file-name-sans-extension file) ".o"))
    (dap--put-if-absent conf :cwd (file-name-directory file))
    conf))

(dap-register-debug-provider "pramsim" #'pramsim-dap--complete)
(dap-register-debug-template
 "pramsim: this Fork program"
 (list :type "pramsim" :request "launch" :name "pramsim: this Fork program" :pps 64 :stopOnEntry t))

(provide 'pramsim-dap)
;;; pramsim-dap.el ends here
