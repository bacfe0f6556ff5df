import { coinText } from '../../protocol/coinText.ts'
import type { Json } from '../json/json.ts'
import { code } from './errorCodes.ts'
import { shortened } from './shortened.ts'

/** Whose words errors have: those of Rootstock's nodes, or those that Ethereum's tools expect. */
export type ErrorDialect = 'rootstock' | 'ethereum'

/*
 * Every error that a client can get: its code, and its message, which is that of the reference node where it has one,
 * because tools and people search for it.
 */

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Json | undefined
  /** The functions of contracts in which an execution failed, for clients in the same program. */
  solidityStack: (() => readonly string[]) | undefined

  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }

  /** The error that a client of a dialect gets. */
  in(_dialect: ErrorDialect): RpcError {
    return this
  }
}

/** An error of Rootstock's dialect that clients of Ethereum's get with another code, message and data. */
export class DialectError extends RpcError {
  readonly #ethereum: RpcError

  constructor({ code, message, data }: RpcError, ethereum: RpcError) {
    super(code, message, data)
    this.#ethereum = ethereum
  }

  override in(dialect: ErrorDialect): RpcError {
    if (dialect === 'rootstock') return this
    this.#ethereum.solidityStack = this.solidityStack
    return this.#ethereum
  }
}

const ofCode =
  (errorCode: number) =>
  (message: string, data?: Json): RpcError =>
    new RpcError(errorCode, message, data)

const badRequest = ofCode(code.invalidRequest)
const noMethod = ofCode(code.methodNotFound)
const invalidParams = ofCode(code.invalidParams)
const serverError = ofCode(code.server)
const tooMuch = ofCode(code.tooMuch)

/* The envelope. */

export const parseError = () => new RpcError(code.parse, 'JSON parse error')
/** The reference node says no more of a request that is not an object. */
export const invalidRequest = () => badRequest('invalid request')
export const emptyBatch = () => badRequest('invalid request: the batch is empty; send at least one request')
export const wrongId = () => badRequest('invalid request: the id must be a string, a number or null')
export const wrongVersion = () => badRequest('invalid request: jsonrpc must be "2.0"')
export const tooDeep = () => badRequest('Invalid request')
export const tooManyMembers = (maximum: number) =>
  badRequest(`invalid request: objects have more than ${maximum} members`)
export const tooManyValues = (maximum: number) => badRequest(`invalid request: more than ${maximum} values`)
export const idTooLong = (maximum: number) =>
  badRequest(`invalid request: id is longer than ${maximum} characters`)
export const methodNotFound = () => noMethod('method not found')
/** Of a development chain, whose developers look for their mistake; `nearest` follows the name. */
export const namedMethodNotFound = (method: string, nearest: string) =>
  noMethod(`method not found: ${shortened(method)}${nearest}`)
export const internalError = () => new RpcError(code.internal, 'Internal server error')
export const dataDamaged = () =>
  new RpcError(
    code.internal,
    'data damaged: the stored data that this answer needs is not what was written; the operator runs "cambium verify"',
  )
export const diskFull = () =>
  serverError('disk full: nothing can be stored until the operator has made room; what is stored can be read')
export const nodeClosed = () => serverError('the node is closed')
/** A part of the past that a chain does not have, or does not keep. */
export const historyMissing = serverError
export const unprovable = ofCode(code.unprovable)
export const notProvable = (method: string, reason: string) =>
  unprovable(`${method} is refused by this light client: ${reason}`)
export const belowLinked = (first: number) =>
  unprovable(
    `the block is before block ${first}, the first whose header is linked: start the light client from an older checkpoint`,
  )
/** Of a gateway. */
export const nodesAway = () => serverError('no node of the network can answer now: try again')
export const nodesBehind = (number: number) => serverError(`no node is at block ${number} yet: try again`)
export const outcomeUnknown = (problem: string) =>
  serverError(`the node failed, and may have executed the call: ${problem}`)
export const executionTimeout = () => tooMuch('Execution has got timeout out.')

export const batchTooLarge = (maximum: number) =>
  badRequest(`Cannot dispatch batch requests. ${maximum} is the max number of supported batch requests`)
/** The same on a development chain. */
export const tooManyInBatch = (count: number, maximum: number) =>
  badRequest(
    `the batch has ${count} requests, at most ${maximum}: send smaller ones, or raise --limits.batch-items`,
  )
export const answerTooLong = (maximum: number) => tooMuch(`Response size limit of ${maximum} bytes exceeded`)
export const notAvailable = (method: string) =>
  noMethod(`the method ${shortened(method)} does not exist/is not available`)
export const notGranted = (method: string) =>
  noMethod(`the method ${shortened(method)} is not available: the API key does not grant it`)
export const foreignPage = (method: string) =>
  noMethod(`the method ${shortened(method)} is not available to web pages of other machines`)
export const limitExceeded = (limit: string) => new RpcError(code.limitExceeded, 'limit exceeded', limit)

/* The number of parameters. */

const wrongParameters = (problem: string) => invalidParams(`method parameters invalid: ${problem}`)

export const namedParameters = () => wrongParameters('expected an array')
export const parametersNotArray = () =>
  new RpcError(code.unexpected, 'Unexpected error: expected an array of parameters')
export const missingParameter = (position: number, name: string) =>
  wrongParameters(`missing value for required argument ${position} (${name})`)
export const tooManyParameters = (given: number, maximum: number) =>
  wrongParameters(`${given} arguments given, want at most ${maximum}`)
export const parameterIsNull = invalidParams

/* The form of a parameter. */

export const invalidAddressLength = () => invalidParams('Invalid address: null, empty or invalid hex value.')
export const invalidAddressFormat = () => invalidParams('Invalid address format: invalid hex value.')
export const invalidHashLength = (what: string) => invalidParams(`Invalid ${what}: incorrect length.`)
export const invalidHashFormat = (what: string) => invalidParams(`Invalid ${what} format: invalid hex value`)
export const invalidDataFormat = () => invalidParams('Invalid data format: invalid hex value.')
export const invalidSha3Input = () =>
  invalidParams("Parameter must be hexadecimal encoded with the '0x' prefix.")
export const numberTooLong = (text: string) => invalidParams(`Invalid param: ${shortened(text)}`)
export const invalidNumber = (text: string) =>
  invalidParams(`Invalid param ${shortened(text)}: value must be a valid hex or string number.`)
export const lettersInNumber = () =>
  invalidParams('Number values should not contain letters or hex values should start with 0x.')
export const indexTooLong = (text: string) => invalidParams(`Invalid argument: ${shortened(text)}`)
export const indexNotHex = (text: string) =>
  invalidParams(`Invalid argument "${shortened(text)}": param should be a hex value string.`)
export const indexOutOfRange = (what: 'index' | 'duration') =>
  invalidParams(`Invalid ${what} param: value must be a valid hex number.`)
export const invalidKeyFormat = (text: string) =>
  invalidParams(`Invalid param ${shortened(text)}: value must be a valid hex.`)
/** The reference node answers a value of the wrong JSON type as a parse error. */
export const wrongType = parseError
/** For mistakes of the client that the reference node answers with an internal error. */
export const unreadable = (problem: string) => invalidParams(`invalid argument: ${problem}`)
export const notText = () => unreadable('expected a string')
export const notObject = () => unreadable('expected an object')
export const notArray = () => unreadable('expected an array')
export const dataAndInputDiffer = () => unreadable('data and input differ; send one of them')
export const dataTooLong = (length: number, maximum: number) =>
  unreadable(`${length} bytes given, want at most ${maximum}`)
/** A helper's parameter that is wrong; `problem` is the message of its codec. */
export const invalidArgument = (name: string, problem: string) =>
  invalidParams(`invalid argument ${name}: ${problem}`)
export const tooManyItems = (what: string, maximum: number) => unreadable(`more than ${maximum} ${what}`)
export const invalidBlockCount = (maximum: number) =>
  invalidParams(`invalid number of blocks: expected 1 to ${maximum}; mine the others with another call`)
export const invalidPercentiles = () =>
  invalidParams('invalid reward percentiles: expected ascending numbers from 0 to 100')
export const invalidSnapshotId = (text: string) => invalidParams(`invalid snapshot id ${shortened(text)}`)
export const invalidSeconds = (text: string) => invalidParams(`invalid number of seconds ${shortened(text)}`)

/* Which block. */

export const emptyBlockIdentifier = () => invalidParams('Invalid block identifier: empty or null.')
export const invalidBlockIdentifier = (text: string) =>
  invalidParams(`Invalid block identifier '${shortened(text)}'`)
export const blockIdentifierTooLong = (text: string) =>
  invalidParams(`invalid block identifier ${shortened(text)}`)
export const unsupportedBlockSpecifier = (text: string) =>
  invalidParams(
    `Unsupported block specifier '${shortened(text)}'. Can only be either 'earliest', 'latest', 'pending' or a specific block number (either hex - prepending '0x' or decimal).`,
  )
export const invalidBlockNumber = (text: string) => invalidParams(`invalid blocknumber ${shortened(text)}`)
export const invalidBlockInput = () => invalidParams('Invalid input')
export const invalidBlockObject = () => invalidParams('Invalid block input')
export const invalidRequireCanonical = () =>
  invalidParams('Invalid input: requireCanonical must be a String "true" or "false"')
/** Ethereum's nodes have one error for an unknown block. A number is compared with that of the best block. */
const headerNotFound = (text: string, best: number) => {
  const isHash = /^(0x)?[0-9a-f]{64}$/i.test(text)
  const block = isHash
    ? `with hash 0x${text.replace(/^0x/, '')}`
    : `${BigInt(text)}, the best block is ${best}`
  return serverError(`header not found: block ${block}`)
}

export const noSuchBlockNumber = (text: string, best: number) =>
  new DialectError(invalidParams(`Invalid block number ${BigInt(text)}`), headerNotFound(text, best))

/** No block is known by this number or hash; another node may have it. */
export class UnknownBlock extends DialectError {}

export const blockNotFound = (identifier: string, best: number) =>
  new UnknownBlock(badRequest(`Block ${identifier} not found`), headerNotFound(identifier, best))
export const blockHashNotFound = (hash: string, best: number) =>
  new UnknownBlock(badRequest(`Block with hash ${hash} not found`), headerNotFound(hash, best))
export const blockNotCanonical = (hash: string) =>
  new DialectError(
    badRequest(`Block with hash ${hash} is not canonical and it is required`),
    serverError(`hash ${hash} is not currently canonical`),
  )
export const pendingNotSupported = () =>
  new RpcError(code.notImplemented, "The method don't support 'pending' as a parameter yet")

/* Calls. */

const vmException = 'VM Exception while processing transaction: '

export const reverted = (reason: string | undefined, payload: string) =>
  new RpcError(
    code.virtualMachine,
    `${vmException}${reason === undefined ? 'transaction reverted' : `revert ${reason}`}`,
    payload,
  )
export const halted = (cause: string) => new RpcError(code.virtualMachine, `${vmException}${cause}`)
/** The same two errors as other Ethereum nodes answer them. */
export const ethereumReverted = (reason: string | undefined, payload: string) =>
  new RpcError(
    code.executionReverted,
    reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`,
    payload,
  )
/** With the code of a revert: clients take -32000 for a mistake in the parameters. */
export const ethereumHalted = ofCode(code.executionReverted)
export const initCodeTooLong = (length: number, maximum: number) =>
  serverError(`max initcode size exceeded: code size ${length}, limit ${maximum}`)
export const insufficientFundsForTransfer = (balance: bigint, needed: bigint) =>
  serverError(
    `insufficient funds for transfer: balance ${coinText(balance)} RBTC, needed ${coinText(needed)}`,
  )
export const invalidSimulation = (problem: string) => invalidParams(`invalid simulation: ${problem}`)
const simulationProblems = {
  'nonce-too-low': [code.simulatedNonceTooLow, 'nonce too low'],
  'nonce-too-high': [code.simulatedNonceTooHigh, 'nonce too high'],
  'price-too-low': [
    code.simulatedPriceTooLow,
    'gas price below the minimum gas price of the block, which validation requires',
  ],
  'init-code': [code.simulatedInitCode, 'max initcode size exceeded'],
  'intrinsic-gas': [code.simulatedIntrinsicGas, 'a call has less gas than it needs to begin'],
  'insufficient-funds': [code.simulatedFunds, 'insufficient funds for gas * price + value'],
  'block-gas': [
    code.simulatedBlockGas,
    'the calls need more gas than the block, or all calls together, may use',
  ],
  'block-order': [code.simulatedBlockOrder, 'block numbers must increase'],
  'timestamp-order': [code.simulatedTimestampOrder, 'block timestamps must increase'],
  'too-many-blocks': [code.simulatedTooMuch, 'too many blocks'],
} as const
/** Why a simulation as a whole is refused, with the codes of Ethereum's specification of eth_simulateV1. */
export function simulationRefused(problem: keyof typeof simulationProblems, where: string): RpcError {
  const [errorCode, message] = simulationProblems[problem]
  return new RpcError(errorCode, `${message}: ${where}`)
}
export const stateOverrideNotAllowed = () => invalidParams('State override is not allowed')
export const precompileOverridden = () => invalidParams('Precompiled contracts can not be overridden')
export const invalidStateOverride = (problem: string) => invalidParams(`invalid state override: ${problem}`)
export const invalidBlockOverride = (problem: string) => invalidParams(`invalid block override: ${problem}`)

/* Traces. */

export const traceNotFound = badRequest
export const invalidTraceOptions = invalidParams
export const traceTooMuch = tooMuch
export const traceImpossible = serverError
export const cannotList = () =>
  serverError('this chain is a fork: its upstream cannot list the accounts and cells of a state')
export const traceFilterIsNull = 'Invalid trace_filter parameters.'
export const tooManyTracesAsked = (maximum: number) =>
  invalidParams(`Count value too big. Maximum ${maximum} traces allowed.`)
export const negativeTracesLeftOut = () => invalidParams('After value cannot be negative.')
export const tooManyTracesLeftOut = (maximum: number) =>
  invalidParams(`After value too big. Maximum ${maximum} traces allowed.`)
export const invalidPageSize = (maximum: number) =>
  invalidParams(`invalid page size: expected 1 to ${maximum}`)
export const transactionHashIsEmpty = () => invalidParams("'transactionHash' cannot be null or empty")
export const positionsAreEmpty = () => invalidParams("'positions' cannot be null or empty")
export const invalidAccountLength = (length: number) =>
  invalidParams(`invalid argument 0: hex string has length ${length}, want 40 for RSK address`)

/* Submission. */

export const invalidTransaction = (problem: string) => invalidParams(`Invalid input: ${problem}`)
/** The same where types are known. */
export const refusedTransaction = (problem: string) => invalidParams(`Invalid transaction: ${problem}`)
export const unsupportedTransactionType = () =>
  new RpcError(code.transactionRejected, 'transaction type not supported')
/** The same on a development chain, whose users can choose. */
export const typedTransaction = (type: number) =>
  new RpcError(code.ethereumRejected, `transaction type not valid: ${typeRemedy(type)}`)

function typeRemedy(type: number): string {
  if (type === 4) return 'type 4 is a draft for Rootstock: start cambium dev with --hardfork next'
  if (type > 2) return 'Rootstock has no blobs: send the data in a transaction of type 0, 1 or 2'
  return "Rootstock has legacy transactions only. Send a legacy one (ethers: type 0, viem: type 'legacy', Foundry: --legacy), or start cambium dev without --accept-typed=false"
}
export const malformedSubmission = invalidParams
export const transactionRejected = ofCode(code.transactionRejected)
/** Of a transaction of type 2, on development chains. */
export const tipAboveFee = (tip: bigint, fee: bigint) =>
  new RpcError(
    code.ethereumRejected,
    `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas ${tip}, maxFeePerGas ${fee}`,
  )
/** The same for clients of Ethereum's dialect, which know the code of EIP-1474. */
export const ethereumRejected = ofCode(code.ethereumRejected)
export const invalidWait = (maximumMs: number) =>
  invalidParams(`invalid timeout: expected 1 to ${maximumMs} milliseconds`)
/** The transaction is submitted; the data is its hash (EIP-7966). */
export const receiptNotYet = (timeoutMs: number, hash: string) =>
  new RpcError(code.receiptNotYet, `no block held the transaction within ${timeoutMs} ms`, hash)
export const senderIsNull = () =>
  new DialectError(
    invalidParams('from is null'),
    invalidParams('from is missing: name the account that sends the transaction (eth_accounts lists them)'),
  )
export const invalidChainId = (chainId: string) => invalidParams(`Invalid chainId: ${shortened(chainId)}`)

/** A block holds the transaction, and it failed with this error. The data has the members of Hardhat's chain. */
export function failedInBlock(cause: RpcError, hash: string): RpcError {
  const { code, message, data = '0x', solidityStack } = cause
  const error = new RpcError(code, message, { message, txHash: hash, data })
  error.solidityStack = solidityStack
  return error
}

/* The wallet. */

export const walletDisabled = () => new RpcError(code.walletDisabled, 'The local wallet feature is disabled')
export const noLocalWallet = () => invalidParams('Local wallet is disabled in this node')
export const walletRefusal = invalidParams
export const invalidTypedData = (problem: string) => invalidParams(`invalid typed data: ${problem}`)

/* Filters and logs. */

export const filterNotFound = () => serverError('filter not found')
/** What several nodes share cannot be reached at the moment. */
export const sharedStateAway = () => serverError('the shared state is away: try again')
/** Another program has written to it, or its server refuses a command. The log has the reason. */
export const sharedStateUnusable = () =>
  serverError('the shared state cannot be used: the operator finds the reason in the log')
export const bothHashAndRange = () => invalidParams('Cannot specify both blockHash and fromBlock/toBlock')
export const hashInFilter = () => invalidParams('Cannot specify blockHash in a filter')
export const ambiguousLogCount = () =>
  invalidParams('logCount and blockCount exclude each other: give one of them')
export const belowFork = (first: number) =>
  invalidParams(
    `fromBlock must be ${first} or more: this chain was forked below it, and its origin is not asked`,
  )
export const reversedRange = () => invalidParams('fromBlock cannot be greater than toBlock')
/** Indexers read the range from the message, so its wording is fixed (M7). */
export const tooManyLogs = (maximum: number, range: { fromBlock: string; toBlock: string }) =>
  new RpcError(
    code.tooManyLogs,
    `query returned more than ${maximum} results. Try with this block range [${range.fromBlock}, ${range.toBlock}].`,
    range,
  )
export const searchTooLong = (range: { fromBlock: string; toBlock: string }) =>
  new RpcError(
    code.tooManyLogs,
    `the search has too much to read. Try with this block range [${range.fromBlock}, ${range.toBlock}].`,
    range,
  )

/* Subscriptions. */

export const subscriptionAfter = () =>
  invalidParams(
    'subscriptions begin with the next block, so `after` is refused: read what came before from the stream',
  )

/* Queries for data. */

export const wrongDataQuery = (problem: string) => invalidParams(`invalid query: ${problem}`)
type NumberedHash = { readonly number: number; readonly hash: string }
/** `commonBlock` is the newest block that both branches have, if the node knows that of the client. */
export const branchOfQueryLeft = (
  previousBlocks: readonly NumberedHash[],
  commonBlock: NumberedHash | undefined,
) =>
  new RpcError(
    code.branchLeft,
    'parentBlockHash is not the parent of fromBlock on the best chain: go back to the newest of previousBlocks that you have',
    { previousBlocks, ...(commonBlock !== undefined && { commonBlock }) },
  )

/* Other nodes. */

/** The process serves the folder of another one and was not told its address. */
export const needsWriter = (call: string) =>
  serverError(`${call} needs the node that writes: this process only reads its data`)
/** The folder of another process has a newer format than this one can read. */
export const dataUpgraded = () =>
  serverError('the data was upgraded by a newer version: the operator restarts this reader with it')
export const writerAway = () => serverError('this node reads only: its writer does not answer')
/** A transaction may have been accepted before the connection broke. */
export const writerSilent = () =>
  serverError(
    'this node reads only: its writer did not answer; before sending a transaction again, look it up',
  )
/** The message names the endpoint without its keys, the problem and what to do. */
export const upstreamFailed = serverError

/* Mining. */

/** On a chain that mines per transaction: the pool accepted a transaction that no block can hold. */
export const notMined = () =>
  new RpcError(code.notMined, "Unknown error when sending transaction: transaction wasn't mined")
export const cannotMine = serverError
export const miningRefused = ofCode(code.miningRefused)

/* Peers. */

export const invalidBannedAddress = (text: string) =>
  invalidParams(`invalid banned address ${shortened(text)}`)
export const peeringIsOff = () => serverError('peering is off: this node has no peers to ban')

/* Development chains. */

export const helperRefused = invalidParams
export const noForking = () =>
  invalidParams(
    'this chain cannot become a fork, nor change its endpoint: call anvil_reset with forking on a development chain in memory',
  )
export const noPreviousRandao = () =>
  invalidParams('Rootstock has no PREVRANDAO: the instruction answers the difficulty of the block')
