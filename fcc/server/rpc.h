/* rpc.h - messages of JSON-RPC with the headers of the language server protocol. */
#ifndef FCC_SERVER_RPC_H
#define FCC_SERVER_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum rpc_result { RPC_MESSAGE, RPC_BROKEN, RPC_END };

/* Reads the next message. RPC_BROKEN: it is no JSON, *message is NULL. RPC_END: the stream has ended, or what
 * comes has no headers. */
enum rpc_result rpc_read(FILE *in, json_t **message);

/* Writes and releases a message. False if the stream takes no more. */
bool rpc_write(FILE *out, json_t *message);

/* A response to a request, an error, a notification; the parts are taken. */
json_t *rpc_response(const json_t *id, json_t *result);
json_t *rpc_error(const json_t *id, int code, const char *text);
json_t *rpc_notification(const char *method, json_t *parameters);

/* Codes of errors. */
enum {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_INVALID_PARAMETERS = -32602,
    RPC_NOT_INITIALIZED = -32002,
    RPC_FAILED = -32803
};

#endif
