/** Every gas figure of the machine. Rootstock never took over EIP-1884, EIP-2200, EIP-2929 or EIP-3529. */
export const gasCost = {
  zero: 0,
  base: 2,
  veryLow: 3,
  low: 5,
  mid: 8,
  high: 10,
  jumpDestination: 1,
  balance: 400,
  externalCode: 700,
  externalCodeHash: 400,
  blockHash: 20,
  exp: 10,
  expByte: 50,
  keccak: 30,
  keccakWord: 6,
  copyWord: 3,
  log: 375,
  logTopic: 375,
  logByte: 8,
  storageLoad: 200,
  storageWrite: 5000,
  /** On top of `storageWrite` when an absent cell gets a value: 20000 in all. */
  storageSet: 15000,
  transientStorage: 100,
  memoryWord: 3,
  call: 700,
  callValue: 9000,
  newAccount: 25000,
  /** Given to the callee of a call with value, and paid by the caller. */
  stipend: 2300,
  create: 32000,
  /** RSKIP438. */
  initCodeWord: 2,
  codeDepositByte: 200,
  selfDestruct: 5000,
} as const

/** What the executor gives back, up to half of the gas used. */
export const gasRefund = {
  storageClear: 15000,
  selfDestruct: 24000,
} as const

const quadraticDivisor = 512

/** The largest end of a memory region; a region beyond it is out of gas whatever the gas. */
export const memoryLimit = 2 ** 30

/** A memory offset or size that is too large for any gas, so that sums of two stay exact. */
export const beyondMemory = memoryLimit + 1

export const wordsFor = (bytes: number): number => Math.ceil(bytes / 32)

/** Price of a memory of this many words. */
export const memoryGas = (words: number): number =>
  gasCost.memoryWord * words + Math.floor((words * words) / quadraticDivisor)

/** Price of growing memory from `size` bytes so that it holds the region. An empty region needs no memory. */
export function memoryGrowthGas(size: number, offset: number, length: number): number {
  if (length === 0) return 0
  const end = offset + length
  if (end <= size) return 0
  if (end > memoryLimit) return Number.POSITIVE_INFINITY
  return memoryGas(wordsFor(end)) - memoryGas(size / 32)
}
