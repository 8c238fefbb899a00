// The language server of Fork (fcc --lsp) in Visual Studio Code: a client of the protocol without further packages.
// Each feature that the server has is one row of `features`.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

const selector = { language: 'fork' };

class Connection {
    constructor(command, options, take) {
        this.waiting = new Map();
        this.number = 0;
        this.rest = Buffer.alloc(0);
        this.take = take;
        this.process = spawn(command, options, { stdio: ['pipe', 'pipe', 'inherit'] });
        this.process.stdout.on('data', (data) => this.receive(data));
        this.process.on('error', (error) => this.fail(error));
        this.process.on('exit', () => this.fail(new Error('the language server has ended')));
        this.process.stdin.on('error', () => {});
    }
    fail(error) {
        this.hasEnded = true;
        for (const { reject } of this.waiting.values()) reject(error);
        this.waiting.clear();
    }
    send(message) {
        if (this.hasEnded) return;
        const data = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
        this.process.stdin.write(`Content-Length: ${data.length}\r\n\r\n`);
        this.process.stdin.write(data);
    }
    tell(method, params) {
        this.send({ method, params });
    }
    ask(method, params) {
        if (this.hasEnded) return Promise.resolve(null);
        const id = ++this.number;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }
    receive(data) {
        this.rest = Buffer.concat([this.rest, data]);
        for (;;) {
            const end = this.rest.indexOf('\r\n\r\n');
            const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/i.exec(this.rest.toString('latin1', 0, end))?.[1]);
            if (Number.isNaN(length) || this.rest.length < end + 4 + length) return;
            const message = JSON.parse(this.rest.toString('utf8', end + 4, end + 4 + length));
            this.rest = this.rest.subarray(end + 4 + length);
            this.dispatch(message);
        }
    }
    dispatch(message) {
        const asked = this.waiting.get(message.id);
        if (message.method) {
            this.take(message.method, message.params);
        } else if (asked) {
            this.waiting.delete(message.id);
            if (message.error) asked.reject(new Error(message.error.message));
            else asked.resolve(message.result);
        }
    }
}

// ---- values of the protocol as those of the editor, and back
const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const markdown = (text) => new vscode.MarkdownString(text);
const about = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, p) => ({ ...about(document), position: { line: p.line, character: p.character } });

const symbol = (s) => {
    // kinds of the protocol count from 1, those of the editor from 0
    const made = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange));
    made.children = (s.children || []).map(symbol);
    return made;
};
const completion = (c) => {
    const made = new vscode.CompletionItem(c.label, c.kind - 1);
    made.detail = c.detail;
    made.documentation = c.documentation;
    made.sortText = c.sortText;
    return made;
};
const signature = (s) => {
    const made = new vscode.SignatureHelp();
    made.signatures = s.signatures.map((row) => {
        const information = new vscode.SignatureInformation(row.label, row.documentation);
        information.parameters = row.parameters.map((p) => new vscode.ParameterInformation(p.label));
        return information;
    });
    made.activeSignature = s.activeSignature;
    made.activeParameter = s.activeParameter;
    return made;
};
const workspaceEdit = (edit) => {
    const made = new vscode.WorkspaceEdit();
    for (const [uri, edits] of Object.entries(edit.changes)) made.set(vscode.Uri.parse(uri), edits.map(textEdit));
    return made;
};
const diagnostic = (d) => {
    // severities of the protocol count from 1, those of the editor from 0
    const made = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
    made.source = d.source;
    made.relatedInformation = (d.relatedInformation || []).map(
        (r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
    return made;
};

// ---- features: the function of vscode.languages, the function of the provider, the method, its parameters, its result
const features = [
    ['registerHoverProvider', 'provideHover', 'hover', at, (h) => new vscode.Hover(markdown(h.contents.value), h.range && range(h.range))],
    ['registerDefinitionProvider', 'provideDefinition', 'definition', at, location],
    ['registerReferenceProvider', 'provideReferences', 'references', (d, p, context) => ({ ...at(d, p), context }), (l) => l.map(location)],
    ['registerDocumentHighlightProvider', 'provideDocumentHighlights', 'documentHighlight', at,
        (l) => l.map((h) => new vscode.DocumentHighlight(range(h.range)))],
    ['registerDocumentSymbolProvider', 'provideDocumentSymbols', 'documentSymbol', about, (l) => l.map(symbol)],
    ['registerCompletionItemProvider', 'provideCompletionItems', 'completion', at, (l) => l.map(completion), '.', '>'],
    ['registerSignatureHelpProvider', 'provideSignatureHelp', 'signatureHelp', at, signature, '(', ','],
    ['registerRenameProvider', 'provideRenameEdits', 'rename', (d, p, newName) => ({ ...at(d, p), newName }), workspaceEdit],
    ['registerDocumentFormattingEditProvider', 'provideDocumentFormattingEdits', 'formatting', (d) => ({ ...about(d), options: {} }),
        (l) => l.map(textEdit)],
];

let connection;

async function activate(context) {
    const [command, ...options] = vscode.workspace.getConfiguration('fork').get('server') || [];
    if (!command) return;
    const messages = vscode.languages.createDiagnosticCollection('fcc');
    connection = new Connection(command, options, (method, params) => {
        if (method === 'textDocument/publishDiagnostics')
            messages.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    });
    context.subscriptions.push(messages);
    const isFork = (document) => document.languageId === 'fork';
    const open = (document) => {
        if (isFork(document))
            connection.tell('textDocument/didOpen', {
                textDocument: { uri: document.uri.toString(), languageId: 'fork', version: document.version, text: document.getText() },
            });
    };
    const change = (event) => {
        if (isFork(event.document) && event.contentChanges.length > 0)
            connection.tell('textDocument/didChange', {
                textDocument: { uri: event.document.uri.toString(), version: event.document.version },
                contentChanges: event.contentChanges.map(({ range: r, text }) => ({ range: { start: r.start, end: r.end }, text })),
            });
    };
    const notes = [
        ['onDidOpenTextDocument', open],
        ['onDidChangeTextDocument', change],
        ['onDidSaveTextDocument', (d) => isFork(d) && connection.tell('textDocument/didSave', about(d))],
        ['onDidCloseTextDocument', (d) => isFork(d) && connection.tell('textDocument/didClose', about(d))],
    ];
    try {
        await connection.ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    } catch (error) {
        vscode.window.showWarningMessage(`Fork: cannot run ${command}: ${error.message}. Install pramsim, or set fork.server.`);
        return;
    }
    connection.tell('initialized', {});
    for (const [event, take] of notes) context.subscriptions.push(vscode.workspace[event](take));
    vscode.workspace.textDocuments.forEach(open);
    for (const [register, provide, method, parameters, result, ...triggers] of features) {
        const provider = {
            [provide]: async (...given) => {
                const answer = await connection.ask(`textDocument/${method}`, parameters(...given));
                return answer === null ? null : result(answer);
            },
        };
        context.subscriptions.push(vscode.languages[register](selector, provider, ...triggers));
    }
}

async function deactivate() {
    if (!connection || connection.hasEnded) return;
    await connection.ask('shutdown', null);
    connection.tell('exit', null);
}

module.exports = { activate, deactivate };
