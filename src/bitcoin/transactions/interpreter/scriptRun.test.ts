import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import { opcodeOf } from '../../scripts/script.ts'
import { runScript } from './scriptRun.ts'
import { decodeScriptNumber, ScriptStack } from './scriptStack.ts'

const transaction = {
  version: 2,
  inputs: [
    { transactionId: new Uint8Array(32), outputIndex: 0, script: emptyBytes, sequence: 10, witness: [] },
  ],
  outputs: [],
  lockTime: 100,
}

/** Words are names of opcodes, or hex digits of raw bytes after `#`. */
const scriptOf = (words: string): Uint8Array =>
  Uint8Array.from(
    words
      .split(' ')
      .flatMap((word) => (word.startsWith('#') ? [...fromHex(word.slice(1))] : [opcodeOf(word)])),
  )

function run(words: string, rules: 'consensus' | 'policy' = 'policy'): string {
  const spend = { transaction, index: 0, value: 0n }
  try {
    const stack = runScript({ script: scriptOf(words), stack: [], spend, version: 'original', rules })
    return stack.map((item) => toHexDigits(item) || '-').join(' ')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a script', () => {
  it.each([
    ['1 2 3 2DROP', '01'],
    ['1 2 2DUP', '01 02 01 02'],
    ['1 2 3 3DUP', '01 02 03 01 02 03'],
    ['1 2 3 4 2OVER', '01 02 03 04 01 02'],
    ['1 2 3 4 5 6 2ROT', '03 04 05 06 01 02'],
    ['1 2 3 4 2SWAP', '03 04 01 02'],
    ['1 IFDUP #00 IFDUP', '01 01 -'],
    ['1 1 DEPTH', '01 01 02'],
    ['1 2 NIP', '02'],
    ['1 2 OVER', '01 02 01'],
    ['1 2 3 2 PICK', '01 02 03 01'],
    ['1 2 3 2 ROLL', '02 03 01'],
    ['1 2 3 ROT', '02 03 01'],
    ['1 2 SWAP', '02 01'],
    ['1 2 TUCK', '02 01 02'],
    ['1 2 TOALTSTACK DROP FROMALTSTACK', '02'],
    ['#03aabbcc SIZE', 'aabbcc 03'],
    ['5 NEGATE ABS 1ADD 1SUB', '05'],
    ['3 NEGATE', '83'],
    ['#00 NOT 7 0NOTEQUAL', '01 01'],
    ['#02ff00 #02ff00 ADD', 'fe01'],
    ['2 5 SUB', '83'],
    ['1 #00 BOOLAND 1 #00 BOOLOR', '- 01'],
    ['4 4 NUMEQUAL 4 5 NUMNOTEQUAL', '01 01'],
    ['1 2 LESSTHAN 1 2 GREATERTHAN', '01 -'],
    ['2 2 LESSTHANOREQUAL 2 2 GREATERTHANOREQUAL', '01 01'],
    ['3 9 MIN 3 9 MAX', '03 09'],
    ['3 1 5 WITHIN 5 1 5 WITHIN', '01 -'],
    ['1 IF 2 ELSE 3 ENDIF', '02'],
    ['#00 NOTIF 2 ELSE 3 ENDIF', '02'],
    ['#00 IF 1 IF 2 ENDIF ELSE 3 ENDIF', '03'],
    ['1NEGATE', '81'],
    ['#00 SHA1', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['#00 RIPEMD160', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
    ['10 CHECKSEQUENCEVERIFY', '0a'],
    ['#0164 CHECKLOCKTIMEVERIFY', '64'],
  ])('%s leaves %s', (words, left) => {
    expect(run(words)).toBe(left)
  })

  it.each([
    ['DUP', 'Operation not valid with the current stack size'],
    ['FROMALTSTACK', 'Operation not valid with the current altstack size'],
    ['1 IF', 'Invalid OP_IF construction'],
    ['ENDIF', 'Invalid OP_IF construction'],
    ['IF', 'Invalid OP_IF construction'],
    ['RETURN', 'OP_RETURN was encountered'],
    ['#00 VERIFY', 'Script failed an OP_VERIFY operation'],
    ['1 2 EQUALVERIFY', 'Script failed an OP_EQUALVERIFY operation'],
    ['1 2 NUMEQUALVERIFY', 'Script failed an OP_NUMEQUALVERIFY operation'],
    ['#00 IF CAT ENDIF', 'Attempted to use a disabled opcode'],
    ['#00 IF VERIF ENDIF', 'Opcode missing or not understood'],
    ['RESERVED', 'Opcode missing or not understood'],
    ['#4c', 'Opcode missing or not understood'],
    ['NOP4', 'NOPx reserved for soft-fork upgrades'],
    ['#0101', 'Data push larger than necessary'],
    ['#051122334455 1ADD', 'unknown error'],
    ['#0180 1ADD', 'unknown error'],
    ['1 CODESEPARATOR', 'Using OP_CODESEPARATOR in non-witness script'],
    ['11 CHECKSEQUENCEVERIFY', 'Locktime requirement not satisfied'],
    ['#0165 CHECKLOCKTIMEVERIFY', 'Locktime requirement not satisfied'],
    ['1NEGATE CHECKSEQUENCEVERIFY', 'Negative locktime'],
    ['1NEGATE CHECKMULTISIG', 'Pubkey count negative or limit exceeded'],
    ['1 #00 CHECKMULTISIG', 'Signature count negative or greater than pubkey count'],
    ['1 #00 #00 CHECKMULTISIG', 'Dummy CHECKMULTISIG argument must be zero'],
    [Array.from({ length: 202 }, () => 'NOP').join(' '), 'Operation limit exceeded'],
    [Array.from({ length: 1001 }, () => '1').join(' '), 'Stack size limit exceeded'],
    [`#4d0902${'00'.repeat(521)}`, 'Push value size limit exceeded'],
    [`#${'51'.repeat(10_001)}`, 'Script is too big'],
  ])('fails by its rules', (words, message) => {
    expect(run(words)).toBe(message)
  })

  it('may use in blocks what nodes do not relay', () => {
    expect(run('NOP4 #0101', 'consensus')).toBe('01')
  })

  it('writes numbers as it reads them', () => {
    for (const value of [0, 1, -1, 127, 128, -128, 255, 256, 32_767, 32_768, -2_147_483_647, 4_294_967_295]) {
      const stack = new ScriptStack([], true)
      stack.pushNumber(value)
      expect(decodeScriptNumber(stack.peek())).toBe(value)
      expect(stack.popNumber(5)).toBe(value)
    }
  })
})
