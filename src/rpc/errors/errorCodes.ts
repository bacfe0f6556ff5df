/** The codes of all errors, and when each is answered: those of JSON-RPC, of the reference node, and of the service. */
export const errorKinds = {
  parse: [-32700, 'The body is not JSON, or a parameter has the wrong JSON type.'],
  invalidRequest: [
    -32600,
    'Not a JSON-RPC 2.0 request, nested too deeply, or too large a batch; also an unknown block.',
  ],
  methodNotFound: [
    -32601,
    'The method is unknown, disabled, not granted to the API key, or not available over this transport.',
  ],
  invalidParams: [-32602, 'Parameters are missing, too many or invalid; the message says which and why.'],
  internal: [-32603, 'A fault of this node, which its log explains.'],
  walletDisabled: [-32604, 'The network has no wallet.'],
  server: [
    -32000,
    'The filter is unknown, a block cannot be mined, the node started after the block or does not keep its state, or the server is busy or shutting down.',
  ],
  ethereumRejected: [-32003, 'A refused transaction, when the errors of Ethereum’s tools are chosen.'],
  limitExceeded: [
    -32005,
    'A rate, a quota or the number of filters or subscriptions is used up; the data says which.',
  ],
  notMined: [-32009, 'The pool accepted the transaction, but no block can hold it.'],
  transactionRejected: [-32010, 'The transaction pool refuses the transaction; the message says why.'],
  tooMuch: [-32011, 'The call took too long, or its answer is too large.'],
  tooManyLogs: [
    -32012,
    'The answer would hold too many logs, or a search has too much to read; the data is a range that succeeds.',
  ],
  branchLeft: [
    -32013,
    'The parent block of a data query has left the best chain; the data has blocks to go back to.',
  ],
  virtualMachine: [-32015, 'The execution reverted (with its data) or failed; the message says how.'],
  unprovable: [
    -32016,
    'A light client cannot answer, because no endpoint could prove the answer; the message says why.',
  ],
  invalidKey: [-32020, 'The API key is missing, unknown, revoked, expired or not for this network.'],
  unexpected: [-32099, 'The parameters are neither an array nor an object.'],
  notImplemented: [-32201, 'The method does not support the pending block.'],
  miningRefused: [-33000, 'Submitted work is refused; the message says why.'],
  executionReverted: [
    3,
    'A revert or another failure of a contract, when the errors of Ethereum’s tools are chosen.',
  ],
  receiptNotYet: [4, 'The transaction is submitted, but in no block yet; the data is its hash.'],
  simulatedNonceTooLow: [-38010, 'A call of eth_simulateV1 has a nonce below the next one of its sender.'],
  simulatedNonceTooHigh: [-38011, 'A call of eth_simulateV1 has a nonce above the next one of its sender.'],
  simulatedPriceTooLow: [
    -38012,
    'A call of eth_simulateV1 with validation has a gas price below the minimum of its block.',
  ],
  simulatedIntrinsicGas: [-38013, 'A call of eth_simulateV1 has less gas than it needs to begin.'],
  simulatedFunds: [-38014, 'The sender of a call of eth_simulateV1 cannot pay for it.'],
  simulatedBlockGas: [
    -38015,
    'The calls of eth_simulateV1 need more gas than their block or the call gas cap.',
  ],
  simulatedBlockOrder: [-38020, 'The block numbers of eth_simulateV1 do not increase.'],
  simulatedTimestampOrder: [-38021, 'The block timestamps of eth_simulateV1 do not increase.'],
  simulatedInitCode: [-38025, 'A call of eth_simulateV1 creates a contract with too much init code.'],
  simulatedTooMuch: [-38026, 'eth_simulateV1 asks for too many blocks.'],
} as const satisfies Readonly<Record<string, readonly [code: number, meaning: string]>>

type ErrorKinds = typeof errorKinds

export const code = Object.fromEntries(
  Object.entries(errorKinds).map(([kind, [value]]) => [kind, value]),
) as { readonly [Kind in keyof ErrorKinds]: ErrorKinds[Kind][0] }
