import { hash160 } from '../../../bitcoin/keys/hash160.ts'
import { compressedKeyLength, tryToDecodePublicKey } from '../../../bitcoin/keys/publicKey.ts'
import { payToPublicKeyHash, payToScript } from '../../../bitcoin/scripts/outputScripts.ts'
import { op, opcode, push } from '../../../bitcoin/scripts/script.ts'
import { concatBytes } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { keyHashProgram } from '../wallet/walletKey.ts'
import { checkedScript } from './checkedScript.ts'
import { isObject, type Json } from './json.ts'

/* Output descriptors (BIP-380) of one address, script or key. A checksum behind `#` is not needed and not checked. */

type ScriptsOfKey = (key: Uint8Array) => readonly Uint8Array[]

const payToKey = (key: Uint8Array): Uint8Array => concatBytes(push(key), op(opcode.checkSignature))
const legacy = (key: Uint8Array): Uint8Array => payToPublicKeyHash(hash160(key))
const wrapped = (key: Uint8Array): Uint8Array => payToScript(keyHashProgram(key))

const byFunction: ReadonlyMap<string, ScriptsOfKey> = new Map<string, ScriptsOfKey>([
  ['pk', (key) => [payToKey(key)]],
  ['pkh', (key) => [legacy(key)]],
  ['wpkh', (key) => [keyHashProgram(key)]],
  ['sh(wpkh', (key) => [wrapped(key)]],
  [
    'combo',
    (key) => [
      payToKey(key),
      legacy(key),
      ...(key.length === compressedKeyLength ? [keyHashProgram(key), wrapped(key)] : []),
    ],
  ],
])

/** The scripts of a descriptor, which is a text or the member `desc` of an object. */
export function scriptsOfScanObject(object: Json): readonly Uint8Array[] {
  const described = isObject(object) ? object['desc'] : object
  if (typeof described !== 'string') {
    throw bitcoinError('invalidParameter', 'Scan object needs to be either a string or an object')
  }
  const [text = ''] = described.split('#', 1)
  const [, name, inner = ''] = /^(addr|raw|pk|pkh|wpkh|sh\(wpkh|combo)\(([0-9A-Za-z]*)\)+$/.exec(text) ?? []
  if (name === 'addr') return [checkedScript(inner, 'Address is not valid')]
  const isHex = /^([0-9a-f]{2})+$/i.test(inner)
  if (name === 'raw' && isHex) return [fromHex(inner)]
  const scriptsOfKey = byFunction.get(name ?? '')
  if (!scriptsOfKey || !isHex || !tryToDecodePublicKey(fromHex(inner))?.point) {
    throw bitcoinError('invalidAddressOrKey', `'${text.slice(0, 200)}' is not a valid descriptor function`)
  }
  return scriptsOfKey(fromHex(inner))
}
