/* Code of contracts, and calls of contracts that exist only during a trace. */

/** Init code that deploys a contract of at most 255 bytes. */
export const deploying = (code: string): string => {
  const length = (code.length / 2).toString(16).padStart(2, '0')
  return `0x60${length}600c60003960${length}6000f3${code}`
}

const contract = `0x${'c0de'.repeat(10)}`

/** Parameters of `debug_traceCall` for a contract with this code. */
export const callOf = (code: string, gas: number, options: object = {}): unknown[] => [
  { to: contract, gas: `0x${gas.toString(16)}` },
  'latest',
  { ...options, stateOverrides: { [contract]: { code } } },
]

/** JUMPDEST PUSH1 0 JUMP: a loop until the gas is used up. */
export const loop = '0x5b600056'

/** The same loop with 1 KiB of memory, which each step shows. */
export const wideLoop = '0x60016103e0525b600656'

/** Enough gas for more than a minute. */
export const endlessGas = 1e12
