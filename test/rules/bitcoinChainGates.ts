import { BitcoinHeader } from '../../src/bitcoin/blocks/bitcoinHeader.ts'
import { encodeStoredBlock } from '../../src/bitcoin/blocks/storedBlock.ts'
import { ByteWriter } from '../../src/bitcoin/serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  encodeTransaction,
  transactionIdOf,
  unsignedInput,
} from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { storedCell } from '../../src/bridge/bridgeWorld.cases.ts'
import { hashedKey } from '../../src/bridge/cells/cell.ts'
import { newFederation } from '../../src/bridge/cells/federations.ts'
import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { doubleSha256 } from '../../src/crypto/sha256.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import { toBigInt } from '../../src/primitives/integers.ts'
import { mainnet, testnet } from '../../src/protocol/networks/definitions.ts'
import type { State } from '../../src/state/state.ts'
import {
  askBridge,
  bridgeGas,
  cellOf,
  firstMember,
  integerAnswer,
  methodGate,
  stateAfter,
  storeOf,
  succeeds,
} from './bridgeAt.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* Rules of the Bitcoin headers that the Bridge knows. */

const network = mainnet
/** Height of the checkpoint at which the Bridge of mainnet starts. */
const startingHeight = 499_968n
const local = { isLocal: true } as const
const receiveHeaders = 'receiveHeaders(bytes[])'

/** Stores a block with a header that was not mined. */
function storeBlock(moment: Moment, state: State, height: number, merkleRoot: Uint8Array): BitcoinHeader {
  const written = new ByteWriter().uint32(1).hash(new Uint8Array(32)).hash(merkleRoot)
  const header = new BitcoinHeader(written.uint32(0).uint32(0).uint32(0).written())
  storeOf(moment, state).write(header.hash, encodeStoredBlock({ header, height, work: 1n }, 'short'))
  return header
}

/** The header of Bitcoin's block 1. */
const firstBitcoinHeader = fromHex(
  '010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000' +
    '982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299',
)

/**
 * Sends an invalid header on top of Bitcoin's block 849,137, followed by a valid one. The invalid header ends the list while
 * its height is excessive; otherwise only this header is ignored. Returns the height of the head.
 */
function headAfterExcessiveWork(moment: Moment): bigint | undefined {
  const state = emptyState()
  const { genesisFederation } = constantsOf(moment.network)
  // A federation this old needs the Bitcoin chain from its genesis block on.
  newFederation.write(storeOf(moment, state), { ...genesisFederation, creationTimeMillis: 1 })
  const parent = storeBlock(moment, state, 849_137, new Uint8Array(32))
  const child = new ByteWriter().uint32(1).hash(parent.hash).hash(new Uint8Array(32))
  const excessive = child.uint32(0).uint32(0).uint32(0).written()
  const from = firstMember(moment.network)
  askBridge(moment, receiveHeaders, { args: [[excessive, firstBitcoinHeader]], from, state })
  return integerAnswer(moment, 'getBtcBlockchainBestChainHeight()', { state })
}

/** Registers a coinbase whose last output has a script that does not parse. */
function registersOddCoinbase(moment: Moment): boolean {
  const state = emptyState()
  const witnessRoot = new Uint8Array(32).fill(3)
  const commitment = doubleSha256(concatBytes(witnessRoot, new Uint8Array(32)))
  const input = unsignedInput({ transactionId: new Uint8Array(32), outputIndex: 0xffffffff })
  const coinbase: BitcoinTransaction = {
    version: 1,
    inputs: [{ ...input, script: Uint8Array.of(0, 0) }],
    outputs: [
      { value: 0n, script: concatBytes(fromHex('6a24aa21a9ed'), commitment) },
      { value: 0n, script: Uint8Array.of(0x4c) },
    ],
    lockTime: 0,
  }
  const id = transactionIdOf(coinbase)
  const { hash } = storeBlock(moment, state, 500_000, id)
  // The partial merkle tree of a block with one transaction.
  const proof = concatBytes(Uint8Array.of(1, 0, 0, 0, 1), id.toReversed(), Uint8Array.of(1, 1))
  const words = [hash, witnessRoot].map(toBigInt)
  return succeeds(moment, 'registerBtcCoinbaseTransaction(bytes,bytes32,bytes,bytes32,bytes32)', {
    args: [encodeTransaction(coinbase), words[0]!, proof, words[1]!, 0n],
    state,
  })
}

export const bitcoinChainGates: readonly Gate[] = [
  methodGate('rskip89', network, 'getBtcBlockchainInitialBlockHeight()', startingHeight, local),
  gate({
    rule: 'rskip89',
    network,
    shows: 'the block locator no longer exists',
    // The offset of its array.
    before: 32n,
    at: undefined,
    probe: (moment): bigint | undefined => integerAnswer(moment, 'getBtcBlockchainBlockLocator()', local),
  }),
  methodGate(
    'rskip122',
    network,
    'getBtcTransactionConfirmations(bytes32,bytes32,uint256,bytes32[])',
    // The block is unknown.
    -1n,
    { args: [1n, 2n, 0n, []] },
  ),
  gate({
    rule: 'rskip124',
    network,
    shows: 'every account may send headers',
    before: false,
    at: true,
    probe: (moment) => succeeds(moment, receiveHeaders, { args: [[]] }),
  }),
  gate({
    rule: 'rskip124',
    network,
    shows: 'a header may not have a count of transactions behind it',
    before: true,
    at: false,
    probe: (moment) =>
      succeeds(moment, receiveHeaders, { args: [[new Uint8Array(81)]], from: firstMember(network) }),
  }),
  gate({
    rule: 'rskip132',
    network: testnet,
    shows: 'receiveHeaders has another price: 25,000 for the first header, 3,500 for each further one',
    // 2 for each of the 388 bytes of data.
    before: 66_000 + 1_650 + 776,
    at: 25_000 + 3_500 + 776,
    probe: (moment) => bridgeGas(moment, receiveHeaders, [new Uint8Array(80), new Uint8Array(80)]),
  }),
  methodGate('rskip143', network, 'hasBtcBlockCoinbaseTransactionInformation(bytes32)', 0n, { args: [1n] }),
  gate({
    rule: 'rskip199',
    network,
    shows: 'every account may register transactions',
    before: false,
    at: true,
    probe: (moment) =>
      succeeds(moment, 'registerBtcTransaction(bytes,int256,bytes)', {
        args: [new Uint8Array(60), -1n, new Uint8Array(0)],
      }),
  }),
  gate({
    rule: 'rskip199',
    network,
    shows: 'Bitcoin blocks are indexed by their height',
    before: '',
    at: 'a0000000000000000000296e10eb4987c4eb9b7ba0841102dec4480e5d6b89acb5',
    probe: (moment) => {
      const state = stateAfter(moment, receiveHeaders, { args: [[]], from: firstMember(network) })
      return toHexDigits(storedCell(state, hashedKey(`btcBlockHeight-${startingHeight}`)))
    },
  }),
  // A header of a wrong size.
  methodGate('rskip200', network, 'receiveHeader(bytes)', -20n, { args: [new Uint8Array(79)] }),
  gate({
    rule: 'rskip200',
    network,
    shows: 'receiveHeaders is for federation members again',
    before: true,
    at: false,
    probe: (moment) => succeeds(moment, receiveHeaders, { args: [[]] }),
  }),
  methodGate('rskip220', network, 'getBtcBlockchainBestBlockHeader()', 32n),
  gate({
    rule: 'rskip220',
    network,
    shows: 'transactions may read the height of the Bitcoin chain',
    before: undefined,
    at: startingHeight,
    probe: (moment): bigint | undefined => integerAnswer(moment, 'getBtcBlockchainBestChainHeight()'),
  }),
  gate({
    rule: 'rskip434',
    network,
    shows: 'headers from Bitcoin block 849,138 on are processed again',
    before: 0n,
    at: 1n,
    probe: headAfterExcessiveWork,
  }),
  gate({
    rule: 'rskip454',
    network,
    shows: 'a stored Bitcoin block has 32 bytes for its work instead of 12',
    before: 96,
    at: 116,
    probe: (moment) =>
      cellOf(stateAfter(moment, 'getBtcBlockchainBestChainHeight()'), 'blockStoreChainHead').length / 2,
  }),
  gate({
    rule: 'rskip460',
    network,
    shows: 'outputs of a coinbase need not parse',
    before: false,
    at: true,
    probe: registersOddCoinbase,
  }),
]
