// vscode.js - the extension for Visual Studio Code against a stand-in for the editor: prints "FAILED NAME DETAIL" lines, tabs
// between. node vscode.js FOLDER-OF-THE-EXTENSION
'use strict';
const fs = require('fs');
const path = require('path');
const Module = require('module');

const providers = {}, events = {}, published = new Map(), warned = [];
let whenPublished = () => {};
const uri = (text) => ({ toString: () => text });
class Value { constructor(...parts) { this.parts = parts; } }
const classes = {};
for (const name of ['Hover', 'Location', 'DocumentSymbol', 'CompletionItem', 'SignatureHelp', 'SignatureInformation',
    'ParameterInformation', 'TextEdit', 'Diagnostic', 'DiagnosticRelatedInformation', 'DocumentHighlight', 'MarkdownString', 'Range'])
    classes[name] = class extends Value {};
classes.Position = class { constructor(line, character) { this.line = line; this.character = character; } };
classes.WorkspaceEdit = class { constructor() { this.rows = []; } set(where, edits) { this.rows.push([where.toString(), edits]); } };
let command = ['fcc', '--lsp'];
const text = fs.readFileSync('main.fork', 'utf8');
const document = { uri: uri('file://' + path.resolve('main.fork')), languageId: 'fork', version: 1, getText: () => text };
const listen = (name) => (take) => { events[name] = take; return {}; };
const vscode = {
    ...classes,
    Uri: { parse: uri },
    window: { showWarningMessage: (message) => warned.push(message) },
    languages: new Proxy({}, { get: (_, name) => name === 'createDiagnosticCollection'
        ? () => ({ set: (where, list) => { published.set(where.toString(), list); whenPublished(); } })
        : (selector, provider) => { Object.assign(providers, provider); return {}; } }),
    workspace: new Proxy({ textDocuments: [document], getConfiguration: () => ({ get: () => command }) },
        { get: (target, name) => target[name] || listen(name) }),
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require(path.resolve(process.argv[2], 'extension.js'));

const check = (name, expected, actual) => {
    const [a, b] = [expected, actual].map((v) => JSON.stringify(v));
    console.log(`${a === b ? 0 : 1}\t${name}\t${a === b ? '' : `expected ${a}, got ${b}`}`);
};
const at = (mark, offset = 0) => {
    const index = text.indexOf(mark) + offset;
    const before = text.slice(0, index).split('\n');
    return new classes.Position(before.length - 1, before[before.length - 1].length);
};

(async () => {
    const first = new Promise((resolve) => { whenPublished = resolve; });
    await extension.activate({ subscriptions: [] });
    await first;
    const [message] = published.get(document.uri.toString());
    check('a message', ["'totel' is not declared; did you mean 'total'?", 0], message.parts.slice(1));
    const second = new Promise((resolve) => { whenPublished = resolve; });
    document.version = 2;
    events.onDidChangeTextDocument({ document, contentChanges: [
        { range: { start: at('totel'), end: at('totel', 5) }, text: 'total' }] });
    await second;
    check('a change', [], published.get(document.uri.toString()));
    const hover = await providers.provideHover(document, at('total'));
    check('hover', '```fork\nsh int total\n```', hover.parts[0].parts[0].split('\n').slice(0, 3).join('\n'));
    check('hover of nothing', null, await providers.provideHover(document, at('/* c')));
    check('definition', at('total').line, (await providers.provideDefinition(document, at('totel', 1))).parts[1].parts[0].line);
    check('references', 3, (await providers.provideReferences(document, at('total'), { includeDeclaration: true })).length);
    check('highlights', 3, (await providers.provideDocumentHighlights(document, at('total'))).length);
    const symbols = await providers.provideDocumentSymbols(document);
    check('symbols: name, kind', [['total', 12], ['main', 11]], symbols.map((s) => [s.parts[0], s.parts[2]]));
    check('completion', ['total'], (await providers.provideCompletionItems(document, at('total', 3))).map((c) => c.parts[0]));
    const help = await providers.provideSignatureHelp(document, at('&total', 3));
    check('signature', 'int mpadd(int *, int)', help.signatures[0].parts[0]);
    check('rename', [3], (await providers.provideRenameEdits(document, at('total'), 'sum')).rows.map((row) => row[1].length));
    check('formatting', 1, (await providers.provideDocumentFormattingEdits(document)).length);
    await extension.deactivate();
    command = [path.resolve('no-such-program')];
    await extension.activate({ subscriptions: [] });
    check('a missing server is said', 1, warned.length);
})().catch((error) => check('no error', '', String(error.stack)));
