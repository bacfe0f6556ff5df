import type { ArchivedFile } from './archiveManifest.ts'
import type { ArchiveSource, FetchedFile } from './archiveSource.ts'

/** Files that are fetched or wait at once, with the one that is being read. */
export const maximumFiles = 4
/** Bytes of them; a file that is larger is fetched alone. */
const maximumBytes = 512 << 20

export interface FileAhead extends FetchedFile {
  readonly file: ArchivedFile
}

/**
 * Files of an archive in their order; others are fetched meanwhile. A file is removed when the next one is asked for,
 * and all of them at the end, however it comes.
 */
export async function* fetchedAhead(
  files: readonly ArchivedFile[],
  source: Pick<ArchiveSource, 'fetch'>,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<FileAhead, void, undefined> {
  const controller = new AbortController()
  const either = AbortSignal.any([signal, controller.signal])
  const ahead: { readonly file: ArchivedFile; readonly fetching: Promise<FetchedFile> }[] = []
  let next = 0
  let bytes = 0
  const begin = (): void => {
    for (let file = files[next]; file !== undefined; file = files[++next]) {
      const isFull = ahead.length >= maximumFiles || bytes + file.bytes > maximumBytes
      if (ahead.length > 0 && isFull) return
      const fetching = source.fetch(file, folder, either)
      // Its error is met in its turn.
      fetching.catch(() => {})
      ahead.push({ file, fetching })
      bytes += file.bytes
    }
  }
  try {
    for (begin(); ahead[0] !== undefined; begin()) {
      const { file, fetching } = ahead[0]
      const fetched = await fetching
      yield { file, ...fetched }
      fetched.remove()
      ahead.shift()
      bytes -= file.bytes
    }
  } finally {
    controller.abort()
    const ends = await Promise.allSettled(ahead.map(({ fetching }) => fetching))
    for (const end of ends) if (end.status === 'fulfilled') end.value.remove()
  }
}
