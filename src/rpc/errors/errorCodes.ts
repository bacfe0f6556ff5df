/** The codes of all errors: JSON-RPC's own, the reference node's, and those of the service. */
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
} as const

/** When each is answered. */
export const meanings: Readonly<Record<keyof typeof code, string>> = {
  parse: 'The body is no JSON, or a parameter is of another JSON type than it must be.',
  invalidRequest:
    'No JSON-RPC 2.0 request, nested too deeply, or too large a batch; also a block that is not there.',
  methodNotFound: 'No such method, or it is switched off.',
  invalidParams:
    'Parameters are missing, too many, or not what they must be; the message says which and why.',
  internal: 'A value that cannot be read where the reference node says no more, or a fault of this node.',
  walletDisabled: 'This network keeps no keys.',
  server: 'No such filter; a block that cannot be mined; a server that is busy or shutting down.',
  limitExceeded: 'A rate, a quota or the number of filters is used up; the data says which.',
  notMined: 'The transaction was taken in, but no block can hold it.',
  transactionRejected: 'The transaction pool refuses the transaction; the message says why.',
  tooMuch: 'The call took too long, or its answer is too large.',
  tooManyLogs: 'More logs than an answer may have; the data names a range that will succeed.',
  virtualMachine: 'The execution reverted (with its data) or failed; the message says how.',
  invalidKey: 'The API key is missing, unknown, revoked or expired.',
  unexpected: 'The parameters are neither an array nor an object.',
  notImplemented: 'The method does not know the pending block.',
  miningRefused: 'Submitted work is refused; the message says why.',
  executionReverted: 'A revert where errors are told in the words of Ethereum’s tools.',
}
