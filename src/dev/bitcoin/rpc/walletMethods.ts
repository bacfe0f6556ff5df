import { decodePrivateKey, encodePrivateKey } from '../../../bitcoin/keys/walletImportFormat.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { type WalletAddressKind, walletAddressKinds } from '../bitcoinBackend.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { coinbaseMaturity } from '../chain/regtest.ts'
import { minimumFeeRate } from '../chain/relayPolicy.ts'
import type { WalletCoin } from '../wallet/bitcoinWallet.ts'
import { keyHashProgram } from '../wallet/walletKey.ts'
import type { WalletKeys } from '../wallet/walletKeys.ts'
import { bitcoins, checkedScript, type JsonObject, satoshisOf } from './arguments.ts'
import type { BitcoinMethod } from './bitcoinMethod.ts'
import { confirmationsOf } from './blockShapes.ts'
import { signrawtransactionwithwallet } from './signRawTransaction.ts'

/** A coin of the wallet as `listunspent` shows it. */
function unspentShape(coin: WalletCoin, keys: WalletKeys): JsonObject {
  const { script, value } = coin.output
  const key = keys.of(script)!
  return {
    txid: toHexDigits(coin.transactionId),
    vout: coin.outputIndex,
    address: key.address,
    label: keys.labelOf(script) ?? '',
    scriptPubKey: toHexDigits(script),
    amount: bitcoins(value),
    confirmations: coin.confirmations,
    ...(key.kind === 'p2sh-segwit' && { redeemScript: toHexDigits(keyHashProgram(key.publicKey)) }),
    spendable: true,
    solvable: true,
    safe: coin.confirmations > 0 || coin.isOwnChange,
  }
}

function addressKind(text: string): WalletAddressKind {
  const kind = walletAddressKinds.find((each) => each === text)
  if (!kind) throw bitcoinError('invalidAddressOrKey', `Unknown address type '${text.slice(0, 40)}'`)
  return kind
}

export const walletMethods: Readonly<Record<string, BitcoinMethod>> = {
  listwallets: {
    summary: 'Returns the names of the wallets: the one without a name.',
    parameters: '',
    run: () => [''],
  },
  getnewaddress: {
    summary: 'Returns a new address of the wallet.',
    parameters: 'label?: string, address_type?: string',
    run(given, bitcoin) {
      const kind = addressKind(given.text('address_type', 'legacy'))
      const key = bitcoin.wallet.keys.create(kind, given.text('label'))
      bitcoin.changed()
      return key.address
    },
  },
  getrawchangeaddress: {
    summary: 'Returns a new address of the wallet for change.',
    parameters: 'address_type?: string',
    run(given, bitcoin) {
      const key = bitcoin.wallet.keys.create(addressKind(given.text('address_type', 'legacy')))
      bitcoin.changed()
      return key.address
    },
  },
  dumpprivkey: {
    summary: 'Returns the private key of an address of the wallet.',
    parameters: 'address: string',
    run(given, bitcoin) {
      const script = checkedScript(given.text('address'), 'Invalid Bitcoin address')
      const key = bitcoin.wallet.keys.of(script)
      if (!key) {
        throw bitcoinError('wallet', `Private key for address ${given.text('address')} is not known`)
      }
      return encodePrivateKey(key.privateKey)
    },
  },
  importprivkey: {
    summary: 'Adds a private key to the wallet.',
    parameters: 'privkey: string, label?: string, rescan?: bool',
    run(given, bitcoin) {
      const key = decodePrivateKey(given.text('privkey'))
      if (!key) throw bitcoinError('invalidAddressOrKey', 'Invalid private key encoding')
      bitcoin.wallet.keys.import(key.privateKey, key.isCompressed, given.text('label'))
      bitcoin.changed()
      return null
    },
  },
  getbalance: {
    summary: 'Returns what the wallet can spend, in bitcoins.',
    parameters: 'dummy?: string, minconf?: number, include_watchonly?: bool',
    run(given, bitcoin) {
      const dummy = given.get('dummy')
      if (dummy !== undefined && dummy !== '*') {
        throw bitcoinError('methodDeprecated', 'dummy first argument must be excluded or set to "*".')
      }
      const minimum = given.integer('minconf', 0)
      const coins = bitcoin.wallet.spendable().filter(({ confirmations }) => confirmations >= minimum)
      return bitcoins(coins.reduce((sum, { output }) => sum + output.value, 0n))
    },
  },
  listunspent: {
    summary: 'Returns the unspent outputs of the wallet.',
    parameters:
      'minconf?: number, maxconf?: number, addresses?: array, include_unsafe?: bool, query_options?: object',
    run(given, bitcoin) {
      const minimum = given.integer('minconf', 1)
      const maximum = given.integer('maxconf', 9_999_999)
      const addresses = given.list('addresses').map((address) => {
        const text = typeof address === 'string' ? address : ''
        checkedScript(text, `Invalid Bitcoin address: ${text}`)
        return text
      })
      if (new Set(addresses).size < addresses.length) {
        throw bitcoinError('invalidParameter', 'Invalid parameter, duplicated address')
      }
      const shown = bitcoin.wallet
        .coins()
        .filter(({ confirmations }) => confirmations >= minimum && confirmations <= maximum)
        .filter(({ isCoinbase, confirmations }) => !isCoinbase || confirmations > coinbaseMaturity)
      return shown
        .map((coin) => unspentShape(coin, bitcoin.wallet.keys))
        .filter(({ address }) => addresses.length === 0 || addresses.includes(String(address)))
    },
  },
  gettransaction: {
    summary: 'Returns a transaction that pays to the wallet.',
    parameters: 'txid: string, include_watchonly?: bool, verbose?: bool',
    run(given, bitcoin) {
      const { chain, wallet } = bitcoin
      const key = given.hash('txid')
      const block = chain.placeOf(key)
      const known = block?.transactions.find((each) => each.key === key) ?? chain.mempool.get(key)
      const isOurs = known?.transaction.outputs.some(({ script }) => wallet.keys.of(script) !== undefined)
      if (!known || !isOurs) throw bitcoinError('invalidAddressOrKey', 'Invalid or non-wallet transaction id')
      return {
        txid: key,
        confirmations: block ? confirmationsOf(block, chain) : 0,
        ...(block && {
          blockhash: block.key,
          blockheight: block.height,
          blockindex: block.transactions.indexOf(known),
          blocktime: block.header.time,
        }),
        hex: toHexDigits(known.raw),
      }
    },
  },
  sendtoaddress: {
    summary: 'Pays an amount in bitcoins from the wallet and returns the id of the transaction.',
    parameters:
      'address: string, amount: number|string, comment?: string, comment_to?: string, subtractfeefromamount?: bool, replaceable?: bool, conf_target?: number, estimate_mode?: string, avoid_reuse?: bool, fee_rate?: number|string',
    run(given, bitcoin) {
      const script = checkedScript(given.text('address'), `Invalid Bitcoin address: ${given.text('address')}`)
      const value = satoshisOf(given.get('amount'))
      if (value === 0n) throw bitcoinError('type', 'Invalid amount for send')
      const perByte = given.get('fee_rate')
      const feeRate = perByte === undefined ? undefined : BigInt(Math.round(Number(perByte) * 1000))
      if (feeRate !== undefined && feeRate < minimumFeeRate) {
        throw bitcoinError(
          'invalidParameter',
          `Fee rate (${Number(perByte).toFixed(3)} sat/vB) is lower than the minimum fee rate setting (1.000 sat/vB)`,
        )
      }
      const id = bitcoin.payOutputs([{ value, script }], {
        feeRate,
        subtractsFee: given.flag('subtractfeefromamount', false),
        isReplaceable: given.flag('replaceable', false),
      })
      return toHexDigits(id)
    },
  },
  signrawtransactionwithwallet,
}
