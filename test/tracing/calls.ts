/* Calls of contracts that exist only for the time of a trace. */

const contract = `0x${'c0de'.repeat(10)}`

/** Parameters of `debug_traceCall` for a contract with this code. */
export const callOf = (code: string, gas: number, options: object = {}): unknown[] => [
  { to: contract, gas: `0x${gas.toString(16)}` },
  'latest',
  { ...options, stateOverrides: { [contract]: { code } } },
]

/** JUMPDEST PUSH1 0 JUMP: as long as the gas lasts. */
export const loop = '0x5b600056'

/** The same over a memory of 1 KiB, with which every step is shown. */
export const wideLoop = '0x60016103e0525b600656'

/** More gas than a minute is enough for. */
export const endlessGas = 1e12
