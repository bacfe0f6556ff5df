import { addressOf, uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { type Address, asAddress, equalBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { Network, NetworkName } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { addressKey } from '../../state/mapKeys.ts'
import { genesisFederations } from '../native/federation/genesisFederations.ts'

/*
 * Until Bridge transactions were paid for, those of the first federation and of the people who vote on its
 * changes, on the whitelist and on the fee cost no gas. On regtest they never will.
 */

const authorisedSenders: Readonly<Record<NetworkName, readonly string[]>> = {
  mainnet: [
    '56bc5087ac97bc85a877bd20dfef910b78b1dc5a',
    '6fe1cd06a80fa52eb34d7e4d1845881c2b5de89a',
    'd41f4d4c7fc8d5fa9468d0c466c9a726397f91b6',
    '6ba9d41b07da470fe340cbd439a42538795eb75b',
    'a02db0ed94a5894bc6f9079bb9a2d93ada1917f3',
    '180a7edda4e640ea5a3e495e17a1efad260c39e9',
    '8418edc8fea47183116b4c8cd6a12e51a7e169c1',
  ],
  testnet: [
    '5990aaedfccc88e2f7321a5b8d8db1f6e64abf03',
    '112140a53537b49788456daffda2e20efd1865cd',
    '5526529f386c4c77044f1c29bb965b37a7767c3d',
    '54fdb399cf235c9b0d464ab4055af9251883bbfe',
    '4502d34c8e889b2be7e1bfe1a645df8fa3f9204b',
    'f7d8befef29878e5c35fee23e6889ed88afb56b8',
    '9e472a8b3f3c95736b0b255db2b7ba38c687c751',
  ],
  devnet: [],
  regtest: [
    '5252403bca6ac3c104abdd320a736fa38282045d',
    '0d8c44bd578a4e7148d1758b3332b529e93e48c1',
    '566bca18df14ed75efcc1a8a4f3947e81132dbbc',
    '2e7c9159614ddc0185e335d3343e92700c3e5a2d',
    'f0652637df184eca87e6bde29893825721dfb79f',
    '87d2a0f33744929da08b65fd62b627ea52b25f8e',
    '53f8f6dabd612b6137215ddd7758bb5cdd638922',
  ],
}

/** Whether the transaction goes to the Bridge and costs no gas there. */
export function isFreeBridgeTransaction(transaction: Transaction, network: Network, rules: Rules): boolean {
  const { to, sender } = transaction
  if (rules.bridgeTransactionsArePaid || to === null || !equalBytes(to, bridgeAddress)) return false
  if (sender === undefined || !transaction.hasAcceptableSignature(network.chainId)) return false
  return isFreeBridgeSender(sender, network)
}

export function isFreeBridgeSender(sender: Uint8Array, { name }: Network): boolean {
  let senders = sendersByNetwork.get(name)
  if (!senders) sendersByNetwork.set(name, (senders = freeSenders(name)))
  return senders.has(addressKey(sender))
}

const sendersByNetwork = new Map<NetworkName, ReadonlySet<string>>()

function freeSenders(name: NetworkName): ReadonlySet<string> {
  const federators = genesisFederations[name].members.map(({ rootstockKey }) => accountOf(rootstockKey))
  const authorised = authorisedSenders[name].map((digits) => asAddress(fromHex(digits)))
  return new Set([...federators, ...authorised].map(addressKey))
}

function accountOf(publicKey: Uint8Array): Address {
  const uncompressed = uncompressPublicKey(publicKey)
  if (!uncompressed) throw new RangeError('a key of the first federation is no point of the curve')
  return addressOf(uncompressed)
}
