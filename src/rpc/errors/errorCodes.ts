/** The codes of all errors: those of JSON-RPC, of the reference node, and of the service. */
export const code = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  walletDisabled: -32604,
  server: -32000,
  limitExceeded: -32005,
  notMined: -32009,
  transactionRejected: -32010,
  tooMuch: -32011,
  tooManyLogs: -32012,
  virtualMachine: -32015,
  invalidKey: -32020,
  unexpected: -32099,
  notImplemented: -32201,
  miningRefused: -33000,
  executionReverted: 3,
  receiptNotYet: 4,
} as const

/** When each code is answered. */
export const meanings: Readonly<Record<keyof typeof code, string>> = {
  parse: 'The body is not JSON, or a parameter has the wrong JSON type.',
  invalidRequest:
    'Not a JSON-RPC 2.0 request, nested too deeply, or too large a batch; also an unknown block.',
  methodNotFound:
    'The method is unknown, disabled, not granted to the API key, or not available over this transport.',
  invalidParams: 'Parameters are missing, too many or invalid; the message says which and why.',
  internal: 'A fault of this node, which its log explains.',
  walletDisabled: 'The network has no wallet.',
  server:
    'The filter is unknown, a block cannot be mined, the node started after the block, or the server is busy or shutting down.',
  limitExceeded: 'A rate, a quota or the number of filters or subscriptions is used up; the data says which.',
  notMined: 'The pool accepted the transaction, but no block can hold it.',
  transactionRejected: 'The transaction pool refuses the transaction; the message says why.',
  tooMuch: 'The call took too long, or its answer is too large.',
  tooManyLogs: 'The answer would hold too many logs; the data is a range that succeeds.',
  virtualMachine: 'The execution reverted (with its data) or failed; the message says how.',
  invalidKey: 'The API key is missing, unknown, revoked, expired or not for this network.',
  unexpected: 'The parameters are neither an array nor an object.',
  notImplemented: 'The method does not support the pending block.',
  miningRefused: 'Submitted work is refused; the message says why.',
  receiptNotYet: 'The transaction is submitted, but in no block yet; the data is its hash.',
  executionReverted: 'A revert, when the errors of Ethereum’s tools are chosen.',
}
