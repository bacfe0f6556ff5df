import { toHexDigits } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { medianTimeOf } from '../chain/chainBlock.ts'
import { minimumFeeRate } from '../chain/relayPolicy.ts'
import { bitcoins, checkedScript, verbosityOf } from './arguments.ts'
import type { BitcoinMethod } from './bitcoinMethod.ts'
import { blockShape, chainWork, difficultyOf, headerShape } from './blockShapes.ts'

/** Blocks that one request may mine: a few seconds of work. */
const mostBlocks = 10_000

export function checkedCount(count: number): number {
  if (count < 0 || count > mostBlocks) {
    throw bitcoinError('invalidParameter', `nblocks must be between 0 and ${mostBlocks}, not ${count}`)
  }
  return count
}

const getblockchaininfo: BitcoinMethod = {
  name: 'getblockchaininfo',
  summary: 'Returns the state of the chain.',
  parameters: [],
  run(_, { bitcoin }) {
    const { tip, height } = bitcoin.chain
    const size = bitcoin.chain.blocksFrom(0).reduce((sum, { bytes }) => sum + bytes.length, 0)
    return {
      chain: 'regtest',
      blocks: height,
      headers: height,
      bestblockhash: tip.key,
      difficulty: difficultyOf(tip.header.bits),
      time: tip.header.time,
      mediantime: medianTimeOf(tip),
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: chainWork(tip.work),
      size_on_disk: size,
      pruned: false,
      warnings: '',
    }
  },
}

const getblockcount: BitcoinMethod = {
  name: 'getblockcount',
  summary: 'Returns the height of the best chain.',
  parameters: [],
  run: (_, { bitcoin }) => bitcoin.chain.height,
}

const getbestblockhash: BitcoinMethod = {
  name: 'getbestblockhash',
  summary: 'Returns the hash of the last block of the best chain.',
  parameters: [],
  run: (_, { bitcoin }) => bitcoin.chain.tip.key,
}

const getblockhash: BitcoinMethod = {
  name: 'getblockhash',
  summary: 'Returns the hash of the block of the best chain at a height.',
  parameters: [{ name: 'height', types: ['number'] }],
  run(given, { bitcoin }) {
    const block = bitcoin.chain.blockAt(given.integer('height', 0))
    if (!block) throw bitcoinError('invalidParameter', 'Block height out of range')
    return block.key
  },
}

const getblock: BitcoinMethod = {
  name: 'getblock',
  summary: 'Returns a block: hex digits at verbosity 0, an object with ids at 1, with transactions at 2.',
  parameters: [
    { name: 'blockhash', types: ['string'] },
    { name: 'verbosity', types: ['number', 'bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const block = bitcoin.blockOf(given.hash('blockhash'))
    const verbosity = verbosityOf(given.get('verbosity'), 1)
    if (verbosity <= 0) return toHexDigits(block.bytes)
    return blockShape(block, bitcoin.chain, verbosity >= 2)
  },
}

const getblockheader: BitcoinMethod = {
  name: 'getblockheader',
  summary: 'Returns the header of a block: an object, or hex digits when verbose is false.',
  parameters: [
    { name: 'blockhash', types: ['string'] },
    { name: 'verbose', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const block = bitcoin.blockOf(given.hash('blockhash'))
    return given.flag('verbose', true) ? headerShape(block, bitcoin.chain) : toHexDigits(block.header.bytes)
  },
}

const generatetoaddress: BitcoinMethod = {
  name: 'generatetoaddress',
  summary: 'Mines blocks whose new coins go to an address; returns their hashes.',
  parameters: [
    { name: 'nblocks', types: ['number'] },
    { name: 'address', types: ['string'] },
    { name: 'maxtries', types: ['number'], isOptional: true },
  ],
  async run(given, { bitcoin }) {
    const count = given.integer('nblocks', 0)
    checkedScript(given.text('address'), 'Error: Invalid address')
    return (await bitcoin.generate(checkedCount(count), given.text('address'))).map(toHexDigits)
  },
}

const invalidateblock: BitcoinMethod = {
  name: 'invalidateblock',
  summary: 'Makes a block and its descendants invalid.',
  parameters: [{ name: 'blockhash', types: ['string'] }],
  run(given, { bitcoin }) {
    bitcoin.chain.invalidate(bitcoin.blockOf(given.hash('blockhash')))
    bitcoin.changed()
    return null
  },
}

const getnetworkinfo: BitcoinMethod = {
  name: 'getnetworkinfo',
  summary: 'Returns the state of the network, which consists of this node.',
  parameters: [],
  run() {
    const least = bitcoins(minimumFeeRate)
    return {
      version: 270000,
      subversion: '/Cambium-simulation:27.0.0/',
      protocolversion: 70016,
      localservices: '0000000000000000',
      localservicesnames: [],
      localrelay: true,
      timeoffset: 0,
      networkactive: false,
      connections: 0,
      connections_in: 0,
      connections_out: 0,
      networks: [],
      relayfee: least,
      incrementalfee: least,
      localaddresses: [],
      warnings: '',
    }
  },
}

export const blockMethods: readonly BitcoinMethod[] = [
  getblockchaininfo,
  getblockcount,
  getbestblockhash,
  getblockhash,
  getblock,
  getblockheader,
  generatetoaddress,
  invalidateblock,
  getnetworkinfo,
]
