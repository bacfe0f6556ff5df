import { availableParallelism, totalmem } from 'node:os'
import type { ChainMemory } from '../../chain/storage/chainMemory.ts'

const mebibyte = 1 << 20
/** MiB. More than the largest default helps archives only. */
const smallestDefault = 512
const maximumDefault = 4096

/** MiB that a part of the process needs at least, as measured; what is left is divided by `shares`. */
const least = {
  /** The program, its buffers, and pages of the database that are being written. */
  program: 160,
  /** Connections, pool, peers, blocks near the head. */
  main: 144,
  /** Its objects are those of a group of blocks, its caches and the execution of one block. */
  importThread: 128,
  /** One of the threads that decode blocks ahead of an import; it has a few blocks at a time. */
  preparingThread: 24,
  /** One heavy call and its caches. */
  readerThread: 96,
} as const

/** Of what is left. A process without readers or imports gives their parts to the main thread. */
const shares = { program: 0.1, importThreads: 0.2, readerThreads: 0.25 } as const

/** Part of the memory of a thread that is for what it has read; the rest is for what it works on. */
const cachePart = 1 / 2
const maximumGroup = 32 * mebibyte

/** What of the process needs memory. */
export interface MemoryUsers {
  readonly networks: number
  /** Networks that follow peers: a thread imports the blocks of each while it catches up. */
  readonly importing: number
  /** Threads for heavy reads. One more serves callers that would wait for others. */
  readonly readers: number
  /** Threads that decode blocks ahead of imports. */
  readonly preparing: number
}

/** The memory of each part of the process, in bytes. Their sum is the budget. */
export interface MemoryBudget {
  readonly total: number
  readonly program: number
  readonly main: number
  readonly importThread: number
  readonly preparingThread: number
  readonly readerThread: number
  /** Of each network; caches and groups are within the parts above. */
  readonly chain: ChainMemory
  /** Of each reader. */
  readonly readerCaches: number
}

/** Of one import: the threads beside the one that executes. */
export const preparingThreads = (): number => Math.max(1, availableParallelism() - 1)

/** MiB. The least with which the process works. */
export function leastMemory({ importing, readers, preparing }: MemoryUsers): number {
  return (
    least.program +
    least.main +
    importing * least.importThread +
    preparing * least.preparingThread +
    readerThreads(readers) * least.readerThread
  )
}

/** MiB: a quarter of the memory that the machine, or the container around the process, has. */
export function defaultMemory(users: MemoryUsers, available: number = availableBytes()): number {
  const quarter = Math.floor(available / 4 / mebibyte)
  return Math.max(leastMemory(users), Math.min(maximumDefault, Math.max(smallestDefault, quarter)))
}

/** `memory` in MiB, at least `leastMemory`. */
export function memoryBudget(memory: number, users: MemoryUsers): MemoryBudget {
  const { networks, importing, readers } = users
  const threads = readerThreads(readers)
  const total = memory * mebibyte
  const left = total - leastMemory(users) * mebibyte
  const each = (part: number, share: number, count: number): number =>
    count === 0 ? 0 : part * mebibyte + Math.floor((left * share) / count)
  const program = each(least.program, shares.program, 1)
  const importThread = each(least.importThread, shares.importThreads, importing)
  const preparingThread = each(least.preparingThread, 0, users.preparing)
  const readerThread = each(least.readerThread, shares.readerThreads, threads)
  const others =
    program + importing * importThread + users.preparing * preparingThread + threads * readerThread
  const main = total - others
  return {
    total,
    program,
    main,
    importThread,
    preparingThread,
    readerThread,
    chain: {
      cacheBytes: Math.floor((main * cachePart) / Math.max(1, networks)),
      importThread: {
        heapBytes: importThread,
        cacheBytes: Math.floor(importThread * cachePart),
        groupBytes: Math.min(maximumGroup, Math.floor(importThread / 8)),
      },
    },
    readerCaches: Math.floor(readerThread * cachePart),
  }
}

/** Undefined when the machine, or the container around the process, has as much memory as the budget. */
export function memoryWarning(budgetBytes: number, available: number = availableBytes()): string | undefined {
  if (budgetBytes <= available) return undefined
  const [budget, has] = [budgetBytes, available].map((count) => Math.floor(count / mebibyte))
  return `--memory is ${budget} MiB, but the machine or container has ${has} MiB: the system may end the process`
}

const readerThreads = (readers: number): number => (readers === 0 ? 0 : readers + 1)

function availableBytes(): number {
  const limit = process.constrainedMemory()
  // Without a limit, systems report zero or a number beyond all memory.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
