import { availableParallelism, totalmem } from 'node:os'
import type { ChainMemory } from '../../chain/storage/chainMemory.ts'

const mebibyte = 1 << 20
/** MiB. More than the maximum default helps archives only. */
const minimumDefault = 512
const maximumDefault = 4096

/** Measured minimum of each part of the process, in MiB; `shares` divides the rest of the budget. */
const minimum = {
  /** The program, its buffers, and pages of the database that are being written. */
  program: 160,
  /** Connections, pool, peers, blocks near the head. */
  main: 144,
  /** A group of blocks, caches, and the execution of one block. */
  importThread: 128,
  /** A thread that decodes blocks ahead of an import, a few at a time. */
  preparingThread: 24,
  /** One heavy call and its caches. */
  readerThread: 96,
} as const

/** Fractions of the rest. The main thread gets what is left, and the shares of readers or imports that the process lacks. */
const shares = { program: 0.1, importThreads: 0.2, readerThreads: 0.25 } as const

/** The fraction of a thread's memory for its caches. */
const cachePart = 1 / 2
const maximumGroup = 32 * mebibyte
/** What a group writes is this part of its thread's memory: as objects it takes up to three times as much. */
const groupPart = 16

/** The parts of the process that need memory. */
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

/** The minimum with which the process works, in MiB. */
export function minimumMemory({ importing, readers, preparing }: MemoryUsers): number {
  return (
    minimum.program +
    minimum.main +
    importing * minimum.importThread +
    preparing * minimum.preparingThread +
    readerThreads(readers) * minimum.readerThread
  )
}

/** MiB: a quarter of the memory that the machine, or the container around the process, has. */
export function defaultMemory(users: MemoryUsers, available: number = availableBytes()): number {
  const quarter = Math.floor(available / 4 / mebibyte)
  return Math.max(minimumMemory(users), Math.min(maximumDefault, Math.max(minimumDefault, quarter)))
}

/** `memory` in MiB, at least `minimumMemory`. */
export function memoryBudget(memory: number, users: MemoryUsers): MemoryBudget {
  const { networks, importing, readers } = users
  const threads = readerThreads(readers)
  const total = memory * mebibyte
  const left = total - minimumMemory(users) * mebibyte
  const each = (part: number, share: number, count: number): number =>
    count === 0 ? 0 : part * mebibyte + Math.floor((left * share) / count)
  const program = each(minimum.program, shares.program, 1)
  const importThread = each(minimum.importThread, shares.importThreads, importing)
  const preparingThread = each(minimum.preparingThread, 0, users.preparing)
  const readerThread = each(minimum.readerThread, shares.readerThreads, threads)
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
        groupBytes: Math.min(maximumGroup, Math.floor(importThread / groupPart)),
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
