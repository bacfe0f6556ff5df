import { statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { defaultIdleBytes, startPreparingThread } from '../../chain/preparing/preparingThread.ts'

/** Starts a thread for the blocks of the files that are among the words of a command, if there are many. */
export function threadForFiles(words: readonly string[]): Worker | undefined {
  const bytes = words.reduce((sum, word) => sum + sizeOf(word), 0)
  return bytes > defaultIdleBytes ? startPreparingThread() : undefined
}

/** Zero for a word that is not a file; the command explains a file that cannot be read. */
function sizeOf(word: string): number {
  try {
    const file = statSync(word, { throwIfNoEntry: false })
    return file?.isFile() ? file.size : 0
  } catch {
    return 0
  }
}
