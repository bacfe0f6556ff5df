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
