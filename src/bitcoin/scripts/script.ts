import { compareBytes, concatBytes, emptyBytes, reversedBytes } from '../../primitives/bytes.ts'
import { signedBytes } from '../../primitives/integers.ts'

/* Bitcoin scripts as the reference node's builder writes them. */

export const opcode = {
  zero: 0x00,
  pushData1: 0x4c,
  pushData2: 0x4d,
  pushData4: 0x4e,
  oneNegate: 0x4f,
  reserved: 0x50,
  one: 0x51,
  sixteen: 0x60,
  if: 0x63,
  notIf: 0x64,
  else: 0x67,
  endIf: 0x68,
  return: 0x6a,
  drop: 0x75,
  duplicate: 0x76,
  equal: 0x87,
  equalVerify: 0x88,
  hash160: 0xa9,
  codeSeparator: 0xab,
  checkSignature: 0xac,
  checkSignatureVerify: 0xad,
  checkMultisig: 0xae,
  checkMultisigVerify: 0xaf,
  checkSequenceVerify: 0xb2,
} as const

export const op = (...codes: readonly number[]): Uint8Array => new Uint8Array(codes)

/** The shortest way to push data. */
export function push(data: Uint8Array): Uint8Array {
  if (data.length === 0) return op(opcode.zero)
  if (data.length === 1 && data[0]! >= 1 && data[0]! <= 16) return op(opcode.one + data[0]! - 1)
  if (data.length < opcode.pushData1) return concatBytes(op(data.length), data)
  if (data.length < 0x100) return concatBytes(op(opcode.pushData1, data.length), data)
  if (data.length < 0x10000)
    return concatBytes(op(opcode.pushData2, data.length & 0xff, data.length >> 8), data)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, data.length, true)
  return concatBytes(op(opcode.pushData4), length, data)
}

/** Numbers up to 15 have their own opcodes. The reference node pushes 16 as data although OP_16 exists. */
export function pushNumber(value: number): Uint8Array {
  if (value === 0) return op(opcode.zero)
  if (value < 16) return op(opcode.one + value - 1)
  const bytes = scriptNumber(value)
  return concatBytes(op(bytes.length), bytes)
}

/** The form of numbers in scripts: little-endian with a sign bit. */
export const scriptNumber = (value: number): Uint8Array =>
  value === 0 ? emptyBytes : reversedBytes(signedBytes(BigInt(value)))

/** A multisignature script without its final OP_CHECKMULTISIG; the keys are sorted by their bytes. */
export function multisigConditions(required: number, keys: readonly Uint8Array[]): Uint8Array {
  const sorted = [...keys].sort(compareBytes)
  return concatBytes(pushNumber(required), ...sorted.map(push), pushNumber(keys.length))
}

export const multisigScript = (required: number, keys: readonly Uint8Array[]): Uint8Array =>
  concatBytes(multisigConditions(required, keys), op(opcode.checkMultisig))

/* The names of Bitcoin's opcodes as its own tools print them, without `OP_`. */

const fromNegate = '1NEGATE RESERVED 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'
const fromNop = 'NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN'
const stack =
  'TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT 2SWAP IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK'
const splice = 'CAT SUBSTR LEFT RIGHT SIZE'
const bits = 'INVERT AND OR XOR EQUAL EQUALVERIFY RESERVED1 RESERVED2'
const unary = '1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL'
const binary =
  'ADD SUB MUL DIV MOD LSHIFT RSHIFT BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX WITHIN'
const hashes =
  'RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG CHECKMULTISIGVERIFY'
const expansion =
  'NOP1 CHECKLOCKTIMEVERIFY CHECKSEQUENCEVERIFY NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10 CHECKSIGADD'

const firstNamed = 0x4f
const names = [fromNegate, fromNop, stack, splice, bits, unary, binary, hashes, expansion]
  .join(' ')
  .split(' ')

/** The name of an opcode that pushes no data; undefined for a byte without meaning. */
export const opcodeName = (code: number): string | undefined => names[code - firstNamed]

/** The byte of a name from the list above. */
export function opcodeOf(name: string): number {
  const at = names.indexOf(name)
  if (at < 0) throw new RangeError(`there is no opcode ${name}`)
  return firstNamed + at
}
