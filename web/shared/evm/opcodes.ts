/* Names of the instructions by their byte, in runs of following bytes. */

const runs: readonly (readonly [first: number, names: string])[] = [
  [0x00, 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND'],
  [0x10, 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR'],
  [0x20, 'KECCAK256'],
  [
    0x30,
    'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY CODESIZE CODECOPY GASPRICE',
  ],
  [0x3b, 'EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH'],
  [0x40, 'BLOCKHASH COINBASE TIMESTAMP NUMBER DIFFICULTY GASLIMIT CHAINID SELFBALANCE BASEFEE'],
  [0x50, 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY PUSH0'],
  [0xa0, 'LOG0 LOG1 LOG2 LOG3 LOG4'],
  [0xf0, 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2'],
  [0xfa, 'STATICCALL'],
  [0xfd, 'REVERT INVALID SUICIDE'],
]

const names = new Map<number, string>()
for (const [first, text] of runs) {
  for (const [at, name] of text.split(' ').entries()) names.set(first + at, name)
}
for (let size = 1; size <= 32; size++) names.set(0x5f + size, `PUSH${size}`)
for (let depth = 1; depth <= 16; depth++) {
  names.set(0x7f + depth, `DUP${depth}`)
  names.set(0x8f + depth, `SWAP${depth}`)
}

/** Undefined for a byte without an instruction. */
export const opcodeName = (byte: number): string | undefined => names.get(byte)

/** Bytes of the value that follows an instruction. */
export const pushedBytes = (byte: number): number => (byte >= 0x60 && byte <= 0x7f ? byte - 0x5f : 0)
