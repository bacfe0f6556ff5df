import { contracts } from '../../bench/evm/contracts.ts'
import { deployer } from '../../src/evm/assembler.cases.ts'
import { toHex, toHexDigits } from '../../src/primitives/hex.ts'

/* An ERC-20 token: `transfers` mints for its caller, and a failed call reverts with `Error(string)`. */

export const tokenFunctions = [
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transfers(uint256 count, address to) returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
] as const

export const minted = 10n ** 22n

const token = contracts.get('Token')!

export const tokenBytecode = `0x${toHexDigits(deployer(token.code))}` as const

/** Call data that mints 0, 1, 2 … tokens, with one log each. */
export const mintingInput = (count: number): string =>
  toHex(token.encode('mints(uint256,address)', count, new Uint8Array(20).fill(1)))

/** Call data that transfers more than any balance. */
export const excessiveTransfer = toHex(
  token.encode('transfer(address,uint256)', new Uint8Array(20).fill(1), minted),
)
