import { encodePartialMerkleTree, partialMerkleTree } from '../../../bitcoin/blocks/merkleTree.ts'
import { encodeTransaction } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes, reversedBytes } from '../../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { isUnspendable } from '../chain/coins.ts'
import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { feeFor } from '../chain/relayPolicy.ts'
import { walletFeeRate } from '../wallet/coinSelection.ts'
import { bitcoins, checkedScript, hashOf, isObject, type Json, satoshisOf, verbosityOf } from './arguments.ts'
import type { BitcoinMethod } from './bitcoinMethod.ts'
import { confirmationsOf } from './blockShapes.ts'
import { inputOf, outputsOf, rawTransaction } from './rawTransactions.ts'
import { outputScriptShape, transactionShape } from './transactionShape.ts'

/** Satoshis for 1000 virtual bytes: 0.1 BTC. */
const defaultMaximumRate = 10_000_000n

/** The client's maximum fee for a transaction; undefined for a rate of zero, which means no limit. */
function maximumFee({ virtualSize }: KnownTransaction, rate: Json | undefined): bigint | undefined {
  const maximumRate = rate === undefined ? defaultMaximumRate : satoshisOf(rate)
  return maximumRate === 0n ? undefined : feeFor(maximumRate, virtualSize)
}

const notFound = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'
const notInBlock =
  'No such transaction found in the provided block. Use gettransaction for wallet transactions.'

/** The output script of a descriptor (BIP-380), which is a text or the member `desc` of an object: `addr(…)` or `raw(…)`. */
function scannedScript(object: Json): Uint8Array {
  const described = isObject(object) ? object['desc'] : object
  if (typeof described !== 'string') {
    throw bitcoinError('invalidParameter', 'Scan object needs to be either a string or an object')
  }
  const [text = ''] = described.split('#', 1)
  const [, name, inner = ''] = /^(addr|raw)\(([0-9A-Za-z]*)\)$/.exec(text) ?? []
  if (name === 'addr') return checkedScript(inner, 'Address is not valid')
  if (name === 'raw' && /^([0-9a-f]{2})+$/i.test(inner)) return fromHex(inner)
  throw bitcoinError('invalidAddressOrKey', `'${text.slice(0, 200)}' is not a valid descriptor function`)
}

export const transactionMethods: Readonly<Record<string, BitcoinMethod>> = {
  getrawmempool: {
    summary: 'Returns the ids of the waiting transactions.',
    parameters: '',
    run: (_, bitcoin) => [...bitcoin.chain.mempool.entries()].map(({ key }) => key),
  },
  getrawtransaction: {
    summary: 'Returns a transaction of the mempool or of a block: hex digits, or an object when verbose.',
    parameters: 'txid: string, verbose?: number|bool, blockhash?: string',
    run(given, bitcoin) {
      const { chain } = bitcoin
      const key = given.hash('txid')
      const named =
        given.get('blockhash') === undefined ? undefined : bitcoin.blockOf(given.hash('blockhash'))
      const block = named ?? chain.placeOf(key)
      const waiting = named ? undefined : chain.mempool.get(key)
      const known = block?.transactions.find((each) => each.key === key) ?? waiting
      if (!known) throw bitcoinError('invalidAddressOrKey', named ? notInBlock : notFound)
      if (verbosityOf(given.get('verbose'), 0) <= 0) return toHexDigits(known.raw)
      const place = block && {
        blockhash: block.key,
        confirmations: Math.max(0, confirmationsOf(block, chain)),
        time: block.header.time,
        blocktime: block.header.time,
      }
      const isActive = named && { in_active_chain: chain.isOnBestChain(named) }
      return { ...isActive, ...transactionShape(known), hex: toHexDigits(known.raw), ...place }
    },
  },
  decoderawtransaction: {
    summary: 'Shows a serialized transaction.',
    parameters: 'hexstring: string, iswitness?: bool',
    run: (given) => transactionShape(rawTransaction(given.text('hexstring'))),
  },
  createrawtransaction: {
    summary: 'Makes a transaction without signatures from outpoints and outputs.',
    parameters: 'inputs: array, outputs: array|object, locktime?: number, replaceable?: bool',
    run(given) {
      const lockTime = given.integer('locktime', 0)
      const isReplaceable = given.flag('replaceable', true)
      const transaction = {
        version: 2,
        inputs: given.list('inputs').map((input) => inputOf(input, lockTime, isReplaceable)),
        outputs: outputsOf(given.get('outputs')),
        lockTime,
      }
      return toHexDigits(encodeTransaction(transaction))
    },
  },
  sendrawtransaction: {
    summary: 'Adds a signed transaction to the mempool and returns its id.',
    parameters: 'hexstring: string, maxfeerate?: number|string, maxburnamount?: number|string',
    run(given, bitcoin) {
      const known = rawTransaction(given.text('hexstring'))
      const maximumBurn =
        given.get('maxburnamount') === undefined ? 0n : satoshisOf(given.get('maxburnamount'))
      if (
        known.transaction.outputs.some(({ script, value }) => isUnspendable(script) && value > maximumBurn)
      ) {
        throw bitcoinError('verify', 'Unspendable output exceeds maximum configured by user (maxburnamount)')
      }
      const maximum = maximumFee(known, given.get('maxfeerate'))
      const isWaiting = bitcoin.chain.mempool.get(known.key) !== undefined
      if (maximum !== undefined && !isWaiting && !bitcoin.chain.coins.hasOutputOf(known)) {
        const { fee } = bitcoin.chain.test(known)
        if (fee > maximum) {
          throw bitcoinError('verify', 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
        }
      }
      bitcoin.submit(known)
      return known.key
    },
  },
  gettxout: {
    summary: 'Returns an unspent output, or null.',
    parameters: 'txid: string, n: number, include_mempool?: bool',
    run(given, bitcoin) {
      const { coins, mempool, height, tip } = bitcoin.chain
      const index = given.integer('n', 0)
      if (index < 0) throw bitcoinError('invalidParameter', 'Invalid output index (negative)')
      const key = `${given.hash('txid')}:${index}`
      const withMempool = given.flag('include_mempool', true)
      if (withMempool && mempool.spenderOf(key) !== undefined) return null
      const confirmed = coins.get(key)
      const coin = confirmed ?? (withMempool ? mempool.coin(key, height + 1) : undefined)
      if (!coin) return null
      return {
        bestblock: tip.key,
        confirmations: confirmed ? height - coin.height + 1 : 0,
        value: bitcoins(coin.output.value),
        scriptPubKey: outputScriptShape(coin.output.script),
        coinbase: coin.isCoinbase,
      }
    },
  },
  scantxoutset: {
    summary: 'Finds unspent outputs of the best chain by the descriptors addr(ADDRESS) and raw(SCRIPT).',
    parameters: 'action: string, scanobjects?: array',
    run(given, { chain: { coins, height, tip } }) {
      const action = given.text('action')
      if (action === 'status') return null
      if (action === 'abort') return false
      if (action !== 'start') throw bitcoinError('invalidParameter', `Invalid action '${action}'`)
      if (given.get('scanobjects') === undefined) {
        throw bitcoinError('misc', 'scanobjects argument is required for the start action')
      }
      const wanted = new Set(given.list('scanobjects').map(scannedScript).map(toHexDigits))
      const all = [...coins.all()]
      const found = all.filter(({ output }) => wanted.has(toHexDigits(output.script)))
      return {
        success: true,
        txouts: all.length,
        height,
        bestblock: tip.key,
        unspents: found.map((coin) => ({
          txid: toHexDigits(coin.transactionId),
          vout: coin.outputIndex,
          scriptPubKey: toHexDigits(coin.output.script),
          amount: bitcoins(coin.output.value),
          coinbase: coin.isCoinbase,
          height: coin.height,
          confirmations: height - coin.height + 1,
        })),
        total_amount: bitcoins(found.reduce((sum, { output }) => sum + output.value, 0n)),
      }
    },
  },
  gettxoutproof: {
    summary: 'Returns the proof that a block holds transactions: its header and a partial merkle tree.',
    parameters: 'txids: array, blockhash?: string',
    run(given, bitcoin) {
      const keys = new Set(given.list('txids').map((id) => hashOf(id, 'txid')))
      if (keys.size === 0) throw bitcoinError('invalidParameter', "Parameter 'txids' cannot be empty")
      if (keys.size < given.list('txids').length) {
        throw bitcoinError('invalidParameter', 'Invalid parameter, duplicated txid')
      }
      const named =
        given.get('blockhash') === undefined ? undefined : bitcoin.blockOf(given.hash('blockhash'))
      const [first] = keys
      const block = named ?? bitcoin.chain.placeOf(first!)
      if (!block) throw bitcoinError('invalidAddressOrKey', 'Transaction not yet in block')
      const matches = new Set(block.transactions.flatMap(({ key }, at) => (keys.has(key) ? [at] : [])))
      if (matches.size < keys.size) {
        throw bitcoinError(
          'invalidAddressOrKey',
          'Not all transactions found in specified or retrieved block',
        )
      }
      const ids = block.transactions.map(({ id }) => reversedBytes(id))
      return toHexDigits(
        concatBytes(block.header.bytes, encodePartialMerkleTree(partialMerkleTree(ids, matches))),
      )
    },
  },
  estimatesmartfee: {
    summary: 'Returns a fee rate in bitcoins for 1000 virtual bytes: that of the wallet.',
    parameters: 'conf_target: number, estimate_mode?: string',
    run(given) {
      const blocks = given.integer('conf_target', 0)
      if (blocks < 1 || blocks > 1008) {
        throw bitcoinError('invalidParameter', 'Invalid conf_target, must be between 1 and 1008')
      }
      return { feerate: bitcoins(walletFeeRate), blocks }
    },
  },
}
