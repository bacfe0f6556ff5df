import { receiverOf } from '../../../bitcoin/scripts/receivers.ts'
import { opcode } from '../../../bitcoin/scripts/script.ts'
import { tryToParseScript } from '../../../bitcoin/scripts/scriptChunks.ts'
import { kindOfScript, type ScriptKind } from '../../../bitcoin/scripts/scriptKinds.ts'
import type { TransactionOutput } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import type { WalletAddressKind } from '../bitcoinBackend.ts'
import { BitcoinError, bitcoinError, bitcoinErrorCodes } from '../bitcoinError.ts'
import { btc } from '../chain/consensusRules.ts'
import { regtestReceivers } from '../chain/regtest.ts'
import { dustThreshold } from '../chain/relayPolicy.ts'
import { isObject, type Json, satoshisOf } from '../rpc/arguments.ts'
import { chosenCoins, type SelectableCoin, total, walletFeeRate } from '../wallet/coinSelection.ts'
import type { BitcoindClient } from './bitcoindClient.ts'

/* Payments from the wallet of a bitcoind with inputs of one kind; its own payment methods cannot choose the kind. */

interface ListedCoin extends SelectableCoin {
  readonly txid: string
  readonly vout: number
}

const walletName = 'cambium'
const kinds: ReadonlyMap<ScriptKind, WalletAddressKind> = new Map<ScriptKind, WalletAddressKind>([
  ['pubkeyhash', 'legacy'],
  ['scripthash', 'p2sh-segwit'],
  ['witness_v0_keyhash', 'bech32'],
])

/** Loads or creates a wallet: a bitcoind starts without one. */
export async function ensureWallet(client: BitcoindClient): Promise<void> {
  if ((await client.list('listwallets')).length > 0) return
  try {
    await client.call('loadwallet', walletName)
  } catch (error) {
    if (!(error instanceof BitcoinError)) throw error
    await client.call('createwallet', walletName)
  }
}

/** Returns the id of the transaction. */
export async function payFrom(
  client: BitcoindClient,
  outputs: readonly TransactionOutput[],
  from: WalletAddressKind | undefined,
): Promise<string> {
  const listed = (await client.list('listunspent', 0)).flatMap(listedCoin)
  const { coins, fee } = chosenCoins(
    outputs,
    listed.filter(({ kind }) => from === undefined || kind === from),
    walletFeeRate,
    false,
  )
  const change = total(coins) - total(outputs.map((output) => ({ output }))) - fee
  const address = await client.text('getrawchangeaddress', coins[0]!.kind)
  const isWorthIt = change >= dustThreshold({ value: change, script: coins[0]!.output.script })
  const paid: Json[] = outputs.map(describedOutput)
  if (isWorthIt) paid.push({ [address]: btc(change) })
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout }))
  const raw = await client.text('createrawtransaction', inputs, paid)
  const signed = await client.call('signrawtransactionwithwallet', raw)
  if (!isObject(signed) || signed['complete'] !== true) {
    throw bitcoinError('wallet', 'the wallet of the bitcoind cannot sign its own inputs')
  }
  return client.text('sendrawtransaction', String(signed['hex']))
}

function listedCoin(value: Json): ListedCoin[] {
  if (!isObject(value) || value['spendable'] !== true || value['safe'] === false) return []
  const script = fromHex(String(value['scriptPubKey']))
  const kind = kinds.get(kindOfScript(script))
  if (!kind) return []
  return [
    {
      txid: String(value['txid']),
      vout: Number(value['vout']),
      kind,
      confirmations: Number(value['confirmations']),
      output: { value: satoshisOf(value['amount']), script },
    },
  ]
}

/** A bitcoind takes addresses and data, not scripts. */
function describedOutput({ value, script }: TransactionOutput): Json {
  const address = receiverOf(script, regtestReceivers)
  if (address !== undefined) return { [address]: btc(value) }
  const [code, data, ...rest] = tryToParseScript(script) ?? []
  if (code?.opcode === opcode.return && data?.data && rest.length === 0 && value === 0n) {
    return { data: toHexDigits(data.data) }
  }
  throw bitcoinError('invalidParameter', 'a bitcoind pays to addresses and to data only')
}

/** Whether the node does not know the transaction. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof BitcoinError && error.code === bitcoinErrorCodes.invalidAddressOrKey
