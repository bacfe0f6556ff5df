import { toHexDigits } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { medianTimeOf } from '../chain/chainBlock.ts'
import { minimumFeeRate } from '../chain/relayPolicy.ts'
import { bitcoins, checkedScript, verbosityOf } from './arguments.ts'
import type { BitcoinMethod } from './bitcoinMethod.ts'
import { blockShape, chainWork, difficultyOf, headerShape } from './blockShapes.ts'

/** Maximum blocks of one request: a few seconds of work. */
const maximumBlocks = 10_000

function checkedCount(count: number): number {
  if (count < 0 || count > maximumBlocks) {
    throw bitcoinError('invalidParameter', `nblocks must be between 0 and ${maximumBlocks}, not ${count}`)
  }
  return count
}

export const blockMethods: Readonly<Record<string, BitcoinMethod>> = {
  getblockchaininfo: {
    summary: 'Returns the state of the chain.',
    parameters: '',
    run(_, bitcoin) {
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
  },
  getblockcount: {
    summary: 'Returns the height of the best chain.',
    parameters: '',
    run: (_, bitcoin) => bitcoin.chain.height,
  },
  getbestblockhash: {
    summary: 'Returns the hash of the last block of the best chain.',
    parameters: '',
    run: (_, bitcoin) => bitcoin.chain.tip.key,
  },
  getblockhash: {
    summary: 'Returns the hash of the block of the best chain at a height.',
    parameters: 'height: number',
    run(given, bitcoin) {
      const block = bitcoin.chain.blockAt(given.integer('height', 0))
      if (!block) throw bitcoinError('invalidParameter', 'Block height out of range')
      return block.key
    },
  },
  getblock: {
    summary: 'Returns a block: hex digits at verbosity 0, an object with ids at 1, with transactions at 2.',
    parameters: 'blockhash: string, verbosity?: number|bool',
    run(given, bitcoin) {
      const block = bitcoin.blockOf(given.hash('blockhash'))
      const verbosity = verbosityOf(given.get('verbosity'), 1)
      if (verbosity <= 0) return toHexDigits(block.bytes)
      return blockShape(block, bitcoin.chain, verbosity >= 2)
    },
  },
  getblockheader: {
    summary: 'Returns the header of a block: an object, or hex digits when verbose is false.',
    parameters: 'blockhash: string, verbose?: bool',
    run(given, bitcoin) {
      const block = bitcoin.blockOf(given.hash('blockhash'))
      return given.flag('verbose', true) ? headerShape(block, bitcoin.chain) : toHexDigits(block.header.bytes)
    },
  },
  generatetoaddress: {
    summary: 'Mines blocks whose new coins go to an address; returns their hashes.',
    parameters: 'nblocks: number, address: string, maxtries?: number',
    async run(given, bitcoin) {
      const count = given.integer('nblocks', 0)
      checkedScript(given.text('address'), 'Error: Invalid address')
      return (await bitcoin.generate(checkedCount(count), given.text('address'))).map(toHexDigits)
    },
  },
  invalidateblock: {
    summary: 'Makes a block and its descendants invalid.',
    parameters: 'blockhash: string',
    run(given, bitcoin) {
      bitcoin.chain.invalidate(bitcoin.blockOf(given.hash('blockhash')))
      bitcoin.changed()
      return null
    },
  },
  getnetworkinfo: {
    summary: 'Returns the state of the network, which consists of this node.',
    parameters: '',
    run() {
      const feeRate = bitcoins(minimumFeeRate)
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
        relayfee: feeRate,
        incrementalfee: feeRate,
        localaddresses: [],
        warnings: '',
      }
    },
  },
}
