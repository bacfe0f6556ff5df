import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as catalogue from '../../src/rpc/errors/errors.ts'
import { maximumMembers, maximumValues } from '../../src/rpc/params/parseJson.ts'
import { defaultLimits } from '../../src/server/settings/serverLimits.ts'
import { creationCode, openSampleChain, refusalPayload, type SampleChain, word } from './sampleChain.ts'
import { cow, cow1, openService, type ServiceWorld } from './serviceWorld.ts'

const { batchItems } = defaultLimits

/* Every error of the catalogue, caused by a client's mistake over HTTP or WebSocket. */

const stranger = `0x${'12'.repeat(20)}`
const long = `0x${'f'.repeat(80)}`
const nonce = '0x0000000000000001'

let sample: SampleChain
let world: ServiceWorld
/** A network without a wallet, a service with the errors of Ethereum nodes, and one whose calls time out at once. */
let shared: ServiceWorld
let ethereum: ServiceWorld
let hurried: ServiceWorld
beforeAll(async () => {
  sample = await openSampleChain()
  world = sample.world
  shared = await openService({ networks: ['testnet'] })
  ethereum = await openService({ errors: 'ethereum' })
  hurried = await openService({ callTimeoutMs: 0 })
})
afterAll(async () => {
  for (const service of [world, shared, ethereum, hurried]) await service.close()
})

type Expected = readonly [code: number, message: unknown, data?: unknown]
type Mistake = () => Promise<unknown>

const call =
  (method: string, ...params: unknown[]): Mistake =>
  () =>
    world.error(method, params)

const body =
  (text: string): Mistake =>
  async () =>
    JSON.parse((await world.post(text)).text).error

/** Calls the contract of the service with the errors of Ethereum nodes. */
const ethereumCall =
  (data: string): Mistake =>
  async () => {
    const { contractAddress } = await ethereum.transact({ data: creationCode })
    return ethereum.error('eth_call', [{ to: contractAddress, data }, 'latest'])
  }

const rows: Readonly<Partial<Record<keyof typeof catalogue, readonly [Mistake, Expected]>>> = {
  parseError: [body('{bad'), [-32700, 'JSON parse error']],
  invalidRequest: [body('5'), [-32600, 'invalid request']],
  emptyBatch: [body('[]'), [-32600, 'invalid request: the batch is empty; send at least one request']],
  wrongId: [
    body('{"id":true,"method":"eth_chainId"}'),
    [-32600, 'invalid request: the id must be a string, a number or null'],
  ],
  wrongVersion: [
    body('{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}'),
    [-32600, 'invalid request: jsonrpc must be "2.0"'],
  ],
  idTooLong: [
    body(JSON.stringify({ id: 'x'.repeat(257), method: 'eth_chainId' })),
    [-32600, 'invalid request: id is longer than 256 characters'],
  ],
  tooDeep: [body(`${'['.repeat(100)}${']'.repeat(100)}`), [-32600, 'Invalid request']],
  methodNotFound: [call('eth_nothing'), [-32601, 'method not found']],
  executionTimeout: [() => hurried.error('eth_getLogs', [{}]), [-32011, 'Execution has got timeout out.']],
  batchTooLarge: [
    body(JSON.stringify(new Array(batchItems + 1).fill({}))),
    [-32600, `Cannot dispatch batch requests. ${batchItems} is the max number of supported batch requests`],
  ],
  tooManyMembers: [
    body(
      `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[{${'"a":1,'.repeat(maximumMembers)}"b":1}]}`,
    ),
    [-32600, `invalid request: objects have more than ${maximumMembers} members`],
  ],
  tooManyValues: [
    body(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[${'1,'.repeat(maximumValues)}1]}`),
    [-32600, `invalid request: more than ${maximumValues} values`],
  ],
  notAvailable: [
    call('eth_getCompilers'),
    [-32601, 'the method eth_getCompilers does not exist/is not available'],
  ],
  limitExceeded: [
    async () => {
      const filters = new Array(50).fill({ jsonrpc: '2.0', id: 1, method: 'eth_newBlockFilter' })
      for (let count = 0; count < 20; count++) await world.post(JSON.stringify(filters))
      return world.error('eth_newBlockFilter')
    },
    [-32005, 'limit exceeded', 'filters'],
  ],
  namedParameters: [
    body('{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":{"address":"0x"}}'),
    [-32602, 'method parameters invalid: expected an array'],
  ],
  parametersNotArray: [
    body('{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":"x"}'),
    [-32099, 'Unexpected error: expected an array of parameters'],
  ],
  missingParameter: [
    call('eth_getBalance'),
    [-32602, 'method parameters invalid: missing value for required argument 0 (address)'],
  ],
  tooManyParameters: [
    call('eth_chainId', 1),
    [-32602, 'method parameters invalid: 1 arguments given, want at most 0'],
  ],
  parameterIsNull: [call('eth_getBlockByHash', null), [-32602, 'blockHash is null']],
  invalidAddressLength: [
    call('eth_getBalance', '0x12'),
    [-32602, 'Invalid address: null, empty or invalid hex value.'],
  ],
  invalidAddressFormat: [
    call('eth_getBalance', `0x${'z'.repeat(40)}`),
    [-32602, 'Invalid address format: invalid hex value.'],
  ],
  invalidHashLength: [call('eth_getBlockByHash', '0x12'), [-32602, 'Invalid block hash: incorrect length.']],
  invalidHashFormat: [
    call('eth_getTransactionByHash', `0x${'z'.repeat(64)}`),
    [-32602, 'Invalid transaction hash format: invalid hex value'],
  ],
  invalidDataFormat: [
    call('eth_call', { data: '0x1z' }, 'latest'),
    [-32602, 'Invalid data format: invalid hex value.'],
  ],
  invalidSha3Input: [
    call('web3_sha3', 'abc'),
    [-32602, "Parameter must be hexadecimal encoded with the '0x' prefix."],
  ],
  numberTooLong: [
    call('eth_getStorageAt', cow, long, 'latest'),
    [-32602, `Invalid param: 0x${'f'.repeat(64)}...`],
  ],
  invalidNumber: [
    call('eth_getStorageAt', cow, 'xyz', 'latest'),
    [-32602, 'Invalid param xyz: value must be a valid hex or string number.'],
  ],
  lettersInNumber: [
    call('eth_getStorageAt', cow, 'ab', 'latest'),
    [-32602, 'Number values should not contain letters or hex values should start with 0x.'],
  ],
  indexTooLong: [
    call('eth_getTransactionByBlockNumberAndIndex', '0x1', long),
    [-32602, `Invalid argument: 0x${'f'.repeat(64)}...`],
  ],
  indexNotHex: [
    call('eth_getTransactionByBlockNumberAndIndex', '0x1', '0xA'),
    [-32602, 'Invalid argument "0xA": param should be a hex value string.'],
  ],
  indexOutOfRange: [
    call('eth_getTransactionByBlockNumberAndIndex', '0x1', '0xffffffff'),
    [-32602, 'Invalid index param: value must be a valid hex number.'],
  ],
  invalidKeyFormat: [
    call('personal_importRawKey', '0xzz', 'p'),
    [-32602, 'Invalid param 0xzz: value must be a valid hex.'],
  ],
  wrongType: [call('eth_getBlockByNumber', '0x1', 'yes'), [-32700, 'JSON parse error']],
  unreadable: [
    call('rsk_getRawBlockHeaderByHash', '0x12'),
    [-32602, 'invalid argument: a hash has 32 bytes, not 1'],
  ],
  notText: [overSocket('eth_unsubscribe', 5), [-32602, 'invalid argument: expected a string']],
  notObject: [overSocket('eth_subscribe', 'logs', 5), [-32602, 'invalid argument: expected an object']],
  notArray: [call('eth_getProof', cow, 'x', 'latest'), [-32602, 'invalid argument: expected an array']],
  dataTooLong: [
    call('eth_submitWork', `${nonce}00`, word(1), word(1)),
    [-32602, 'invalid argument: 9 bytes given, want at most 8'],
  ],
  tooManyItems: [
    call('eth_getLogs', { topics: new Array(5).fill(null) }),
    [-32602, 'invalid argument: more than 4 topic positions'],
  ],
  invalidBlockCount: [
    call('evm_mine', { blocks: 0 }),
    [-32602, 'invalid number of blocks: expected 1 to 1000; mine the others with another call'],
  ],
  invalidPercentiles: [
    call('eth_feeHistory', 1, 'latest', [50, 20]),
    [-32602, 'invalid reward percentiles: expected ascending numbers from 0 to 100'],
  ],
  invalidSnapshotId: [call('evm_revert', '1'), [-32602, 'invalid snapshot id 1']],
  invalidSeconds: [call('evm_increaseTime', '1.5'), [-32602, 'invalid number of seconds 1.5']],
  emptyBlockIdentifier: [
    call('eth_getBlockByNumber', ''),
    [-32602, 'Invalid block identifier: empty or null.'],
  ],
  invalidBlockIdentifier: [call('eth_getBalance', cow, 'foo'), [-32602, "Invalid block identifier 'foo'"]],
  blockIdentifierTooLong: [
    call('eth_getBalance', cow, long),
    [-32602, `invalid block identifier 0x${'f'.repeat(64)}...`],
  ],
  unsupportedBlockSpecifier: [
    call('eth_estimateGas', {}, 'Latest'),
    [
      -32602,
      "Unsupported block specifier 'Latest'. Can only be either 'earliest', 'latest', 'pending' or a specific block number (either hex - prepending '0x' or decimal).",
    ],
  ],
  invalidBlockNumber: [call('eth_getBalance', cow, '10'), [-32602, 'invalid blocknumber 10']],
  invalidBlockInput: [call('eth_getBalance', cow, 10), [-32602, 'Invalid input']],
  invalidBlockObject: [call('eth_getBalance', cow, {}), [-32602, 'Invalid block input']],
  invalidRequireCanonical: [
    call('eth_getBalance', cow, { blockHash: word(1), requireCanonical: 'x' }),
    [-32602, 'Invalid input: requireCanonical must be a String "true" or "false"'],
  ],
  noSuchBlockNumber: [call('eth_call', {}, '0x999'), [-32602, 'Invalid block number 2457']],
  blockNotFound: [call('eth_getBalance', cow, '0x999'), [-32600, 'Block 0x999 not found']],
  blockHashNotFound: [
    call('eth_getBalance', cow, { blockHash: word(1) }),
    [-32600, `Block with hash ${word(1)} not found`],
  ],
  blockNotCanonical: [
    async () => {
      const snapshot = await world.result('evm_snapshot')
      const { blockHash } = await world.transact({ to: cow1 })
      await world.result('evm_revert', [snapshot])
      const { message, ...error } = await world.error('eth_getBalance', [
        cow,
        { blockHash, requireCanonical: true },
      ])
      return { message: message.replace(blockHash, 'HASH'), ...error }
    },
    [-32600, 'Block with hash HASH is not canonical and it is required'],
  ],
  pendingNotSupported: [
    call('eth_getBlockByNumber', 'pending'),
    [-32201, "The method don't support 'pending' as a parameter yet"],
  ],
  reverted: [
    () => world.error('eth_call', [{ to: sample.contract, data: '0x00' }]),
    [-32015, 'VM Exception while processing transaction: revert no', refusalPayload],
  ],
  halted: [
    () => world.error('eth_call', [{ to: sample.contract, data: '0x0000' }]),
    [-32015, 'VM Exception while processing transaction: invalid opcode'],
  ],
  ethereumReverted: [ethereumCall('0x00'), [3, 'execution reverted: no', refusalPayload]],
  ethereumHalted: [ethereumCall('0x0000'), [3, 'invalid opcode']],
  insufficientFundsForTransfer: [
    () => ethereum.error('eth_estimateGas', [{ from: stranger, to: cow, value: '0x1' }]),
    [-32000, 'insufficient funds for transfer: balance 0 RBTC, needed 0.000000000000000001'],
  ],
  invalidStateOverride: [
    call('debug_traceCall', {}, 'latest', { stateOverrides: { [cow]: 5 } }),
    [-32602, `invalid state override: expected an object for ${cow}`],
  ],
  stateOverrideNotAllowed: [
    call('eth_call', {}, 'latest', { [cow]: { balance: '0x1' } }),
    [-32602, 'State override is not allowed'],
  ],
  invalidTransaction: [
    call('eth_sendRawTransaction', '0xc0'),
    [-32602, 'Invalid input: transaction: has 0 items instead of 9'],
  ],
  unsupportedTransactionType: [
    call('eth_sendRawTransaction', '0x02f86a2180'),
    [-32010, 'transaction type not supported'],
  ],
  malformedSubmission: [
    async () => world.error('eth_sendRawTransaction', [await signedFor(30)]),
    [-32602, 'Invalid chainId: 30'],
  ],
  transactionRejected: [
    async () => world.error('eth_sendRawTransaction', [await signedFor(33)]),
    [-32010, "the sender account doesn't exist"],
  ],
  ethereumRejected: [
    async () => ethereum.error('eth_sendRawTransaction', [await signedFor(33)]),
    [
      -32003,
      'insufficient funds for gas * price + value: the sender does not exist; pay it first, if only 1 wei',
    ],
  ],
  initCodeTooLong: [
    () => ethereum.error('eth_call', [{ data: `0x${'00'.repeat(49_153)}` }]),
    [-32000, 'max initcode size exceeded: code size 49153, limit 49152'],
  ],
  invalidSimulation: [
    call('eth_simulateV1', { blockStateCalls: [] }),
    [-32602, 'invalid simulation: blockStateCalls is empty'],
  ],
  simulationRefused: [
    call('eth_simulateV1', { blockStateCalls: [{ blockOverrides: { number: '0x0' } }] }),
    [-38020, 'block numbers must increase: blockStateCalls[0] is block 0'],
  ],
  invalidPageSize: [
    call('ots_searchTransactionsBefore', cow, 0, 101),
    [-32602, 'invalid page size: expected 1 to 100'],
  ],
  invalidWait: [
    call('eth_sendRawTransactionSync', '0x', '0xffffff'),
    [-32602, 'invalid timeout: expected 1 to 60000 milliseconds'],
  ],
  receiptNotYet: [
    async () => {
      const next = await world.result<string>('eth_getTransactionCount', [cow, 'latest'])
      const waiting = { from: cow, to: cow1, nonce: Number(next) + 1, gasPrice: '0x3b9aca00' }
      const { raw } = await world.result<{ raw: string }>('eth_signTransaction', [waiting])
      return world.error('eth_sendRawTransactionSync', [raw, '0x1'])
    },
    [4, 'no block held the transaction within 1 ms', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
  ],
  senderIsNull: [call('eth_sendTransaction', {}), [-32602, 'from is null']],
  invalidChainId: [
    call('eth_sendTransaction', { from: cow, chainId: '0x1' }),
    [-32602, 'Invalid chainId: 0x1'],
  ],
  walletDisabled: [
    () => shared.error('personal_listAccounts'),
    [-32604, 'The local wallet feature is disabled'],
  ],
  noLocalWallet: [
    () => shared.error('eth_sign', [cow, '0x00']),
    [-32602, 'Local wallet is disabled in this node'],
  ],
  walletRefusal: [call('eth_sign', stranger, '0x00'), [-32602, 'Account not found']],
  invalidTypedData: [
    call('eth_signTypedData_v4', cow, { types: {}, primaryType: 'Mail', domain: {}, message: {} }),
    [-32602, 'invalid typed data: primaryType: is not a struct of the types'],
  ],
  filterNotFound: [call('eth_getFilterChanges', '0x1'), [-32000, 'filter not found']],
  bothHashAndRange: [
    call('eth_getLogs', { blockHash: word(1), fromBlock: '0x1' }),
    [-32602, 'Cannot specify both blockHash and fromBlock/toBlock'],
  ],
  hashInFilter: [
    call('eth_newFilter', { blockHash: word(1) }),
    [-32602, 'Cannot specify blockHash in a filter'],
  ],
  subscriptionAfter: [
    overSocket('eth_subscribe', 'newHeads', { after: { number: '0x1', hash: word(7) } }),
    [-32602, expect.stringMatching(/^subscriptions begin with the next block/)],
  ],
  reversedRange: [
    call('eth_getLogs', { fromBlock: '0x2', toBlock: '0x1' }),
    [-32602, 'fromBlock cannot be greater than toBlock'],
  ],
  cannotMine: [
    () => world.error('evm_mine', [0]),
    [-32000, expect.stringMatching(/^timestamp 0 is not later than the best block's/)],
  ],
  miningRefused: [
    call('mnr_submitBitcoinBlockPartialMerkle', '', '00'.repeat(80), '00', '', '1'),
    [-33000, "The list of merkle hashes can't be empty"],
  ],
}

/** Errors that other tests cause. */
const elsewhere = new Map<string, string>([
  ['namedMethodNotFound', 'test/library/provider.test.ts'],
  ['RpcError', 'the class of all errors'],
  ['DialectError', 'the class of errors that differ between dialects: test/clients/errors.test.ts'],
  ['UnknownBlock', 'the class of errors about blocks that a node does not have: test/light/evidence.test.ts'],
  ['internalError', 'src/rpc/envelope/envelope.test.ts'],
  ['dataDamaged', 'src/rpc/envelope/failure.test.ts'],
  ['stateNotKept', 'test/service/history.test.ts'],
  ['answerTooLong', 'src/server/answers.test.ts'],
  ['nodeClosed', 'test/tracing/service.test.ts'],
  ['notGranted', 'src/server/networks/hostedNode.test.ts'],
  ['foreignPage', 'src/server/pathsAndOrigins.test.ts'],
  ['tooManyLogs', 'src/rpc/logs/logSearch.test.ts'],
  ['searchTooLong', 'src/rpc/logs/logSearch.test.ts'],
  ['wrongDataQuery', 'test/service/dataset.test.ts'],
  ['branchOfQueryLeft', 'test/service/dataset.test.ts'],
  ['notMined', 'src/rpc/submission/submission.test.ts'],
  ['historyMissing', 'test/peers/snapshotHistory.test.ts'],
  ['precompileOverridden', 'test/golden'],
  ['ambiguousLogCount', 'src/rpc/modules/erigon/erigonLogs.test.ts'],
  ['belowFork', 'test/fork/latestLogs.test.ts'],
  ['unprovable', 'test/light/lightClient.test.ts'],
  ['notProvable', 'test/light/lightClient.test.ts'],
  ['belowLinked', 'test/light/lightClient.test.ts'],
  ['invalidBannedAddress', 'test/golden/sco.test.ts'],
  ['peeringIsOff', 'test/golden/sco.test.ts'],
  ['invalidBlockOverride', 'test/library/development.test.ts'],
  ...['invalidArgument', 'helperRefused', 'noPreviousRandao'].map((name): [string, string] => [
    name,
    'test/library/editedState.test.ts',
  ]),
  ['nodesAway', 'src/gateway/gateway.test.ts'],
  ['nodesBehind', 'src/gateway/gateway.test.ts'],
  ['dataUpgraded', 'test/fleet/readerMaintenance.test.ts'],
  ['outcomeUnknown', 'src/gateway/submission.test.ts'],
  ['upstreamFailed', 'test/fork'],
  ...['needsWriter', 'writerAway', 'writerSilent'].map((name): [string, string] => [
    name,
    'src/service/writer/writer.test.ts',
  ]),
  ['cannotList', 'test/fork/trouble.test.ts'],
  ['diskFull', 'test/processes/fullDisk.test.ts'],
  ['sharedStateAway', 'test/sharing/sharedFilters.test.ts'],
  ['sharedStateUnusable', 'src/rpc/envelope/failure.test.ts'],
  ['noForking', 'test/clients/testClient.test.ts'],
  ['tipAboveFee', 'test/library/typed.test.ts'],
  ['refusedTransaction', 'test/golden/typed.test.ts'],
  ...['typedTransaction', 'tooManyInBatch', 'dataAndInputDiffer', 'failedInBlock'].map(
    (name): [string, string] => [name, 'test/library/development.test.ts'],
  ),
  ...[
    ...['traceNotFound', 'invalidTraceOptions', 'traceTooMuch', 'traceImpossible', 'traceFilterIsNull'],
    ...['tooManyTracesAsked', 'negativeTracesLeftOut', 'tooManyTracesLeftOut', 'transactionHashIsEmpty'],
    ...['positionsAreEmpty', 'invalidAccountLength'],
  ].map((name): [string, string] => [name, 'test/tracing']),
])

const signedFor = (chainId: number): Promise<string> =>
  new Wallet(`0x${'42'.repeat(32)}`).signTransaction({
    type: 0,
    nonce: 0,
    gasPrice: 0,
    gasLimit: 21_000,
    to: cow1,
    chainId,
  })

function overSocket(method: string, ...params: unknown[]): Mistake {
  return () => {
    const socket = new WebSocket(world.url.replace('http', 'ws'))
    return new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('open', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
      socket.once('message', (text) => {
        socket.close()
        resolve(JSON.parse(String(text)).error)
      })
    })
  }
}

describe('the catalogue of errors', () => {
  it.each(Object.entries(rows))('has %s', async (_, [mistake, expected]) => {
    const [code, message, data] = expected
    expect(await mistake()).toEqual(data === undefined ? { code, message } : { code, message, data })
  })

  it('contains only errors that a client can cause', () => {
    const untested = Object.keys(catalogue).filter((name) => !(name in rows) && !elsewhere.has(name))
    expect(untested).toEqual([])
  })
})
