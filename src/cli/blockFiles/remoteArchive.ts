import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolders } from '../../primitives/createFolders.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { shownEndpoint } from '../../remote/endpointUrl.ts'
import type { NodeReply } from '../../remote/nodeAnswer.ts'
import { type FailureKind, NodeFailure } from '../../remote/nodeFailure.ts'
import { openEndpoint } from '../../remote/openEndpoint.ts'
import { type RemoteNode, retryAfterMs } from '../../remote/remoteNode.ts'
import { type ArchivedFile, manifestName, maximumFileBytes, maximumManifestBytes } from './archiveManifest.ts'
import type { ArchiveSource, FetchedFile } from './archiveSource.ts'
import { checkDigest } from './fileDigest.ts'
import { BlockFileError } from './recordedBlock.ts'

export interface Patience {
  /** Of each file. */
  readonly attempts: number
  /** The first pause before another attempt; each further one is twice as long. */
  readonly pauseMs: number
  /** A server must send `minimumBytes` of a file, or what is left of it, in each of these periods. */
  readonly periodMs: number
}

const usualPatience: Patience = { attempts: 5, pauseMs: 1_000, periodMs: 30_000 }
/** As much as `RemoteNode` receives before it gives an answer in pieces. */
const minimumBytes = 256 << 10
/** A longer `Retry-After` is not waited for. */
const maximumPauseMs = 60_000
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** What a server did instead of sending a file, and whether another attempt may succeed. */
class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly isTransient: boolean
  readonly waitMs: number | undefined

  constructor(problem: string, isTransient: boolean, waitMs?: number) {
    super(problem)
    this.isTransient = isTransient
    this.waitMs = waitMs
  }
}

/** An archive on a web server. Redirects are not followed: the operator has named the server to trust with requests. */
export class RemoteArchive implements ArchiveSource {
  readonly #url: URL
  readonly #node: RemoteNode
  readonly #patience: Patience

  /** `connections` is how many files are fetched at once. */
  constructor(url: URL, connections: number, patience = usualPatience) {
    this.#url = folderOf(url)
    this.#patience = patience
    const limits = { maximumAnswerBytes: maximumFileBytes, connections }
    this.#node = openEndpoint({ url: this.#url, limits })
  }

  shown(name: string): string {
    return `${shownEndpoint(this.#url)}/${name}`
  }

  manifest(): Promise<Uint8Array> {
    const { signal } = new AbortController()
    return this.#repeated(manifestName, signal, async () => {
      const pieces: Uint8Array[] = []
      for await (const piece of this.#content(manifestName, maximumManifestBytes, signal)) pieces.push(piece)
      return Buffer.concat(pieces)
    })
  }

  fetch(file: ArchivedFile, folder: string, signal: AbortSignal): Promise<FetchedFile> {
    const { name, bytes } = file
    const path = join(folder, name)
    const remove = (): void => rmSync(path, { force: true })
    return this.#repeated(name, signal, async () => {
      try {
        createFolders(folder, 0o700)
        const content = Readable.from(this.#content(name, bytes, signal), { objectMode: false })
        await pipeline(content, createWriteStream(path))
        await checkDigest(path, file, this.shown(name))
        return { path, remove }
      } catch (error) {
        remove()
        throw isOfSystem(error)
          ? new BlockFileError(this.shown(name), '', `cannot be stored: ${reasonOf(error)}`)
          : error
      }
    })
  }

  close(): void {
    this.#node.close()
  }

  /** Repeats attempts that fail for reasons that may pass. */
  async #repeated<Result>(
    name: string,
    signal: AbortSignal,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const { attempts, pauseMs } = this.#patience
    for (let failed = 1; ; failed++) {
      try {
        return await attempt()
      } catch (error) {
        signal.throwIfAborted()
        const failure = error instanceof NodeFailure ? failureOf(error) : error
        if (!(failure instanceof FetchFailure)) throw failure
        const waitMs = failure.waitMs ?? pauseMs * 2 ** (failed - 1)
        if (!failure.isTransient || failed === attempts || waitMs > maximumPauseMs)
          throw new BlockFileError(this.shown(name), '', failure.message)
        await pause(waitMs, undefined, { signal })
      }
    }
  }

  /** The bytes of a file as they come, at the pace of their reader. Throws when there are more than `maximum`. */
  async *#content(name: string, maximum: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { status, headers, body } = await this.#ask(name, signal)
    const problem = problemOf(status)
    if (problem !== undefined) {
      if (!Buffer.isBuffer(body)) await body.return?.()
      const waitMs = retryAfterMs(headers.get('retry-after'), Date.now())
      throw new FetchFailure(problem, retriedStatuses.has(status), waitMs)
    }
    if (Buffer.isBuffer(body)) yield body
    else yield* this.#watched(body, maximum, signal)
  }

  /** Ends with an error when a server sends too much, or too slowly. */
  async *#watched(
    pieces: AsyncIterableIterator<Uint8Array>,
    maximum: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    let received = 0
    let before = 0
    let isSlow = false
    const end = (): void => void pieces.return?.()
    const watch = setInterval(() => {
      isSlow = received - before < minimumBytes
      before = received
      if (isSlow) end()
    }, this.#patience.periodMs)
    signal.addEventListener('abort', end)
    try {
      for await (const piece of pieces) {
        received += piece.length
        if (received > maximum) throw new FetchFailure(`is longer than ${maximum} bytes`, false)
        yield piece
      }
      signal.throwIfAborted()
      if (isSlow) throw tooSlow()
    } finally {
      clearInterval(watch)
      signal.removeEventListener('abort', end)
    }
  }

  #ask(name: string, signal: AbortSignal): Promise<NodeReply> {
    const { pathname, search } = this.#url
    const question = {
      body: '',
      target: { method: 'GET', path: `${pathname}${name}${search}` },
      headers: { accept: '*/*' },
      timeoutMs: this.#patience.periodMs,
      signal,
    } as const
    return new Promise((onAnswer, onFailure) => this.#node.begin(question, { onAnswer, onFailure }))
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** With the slash at its end that file names follow. The address of the manifest stands for its folder. */
function folderOf(given: URL): URL {
  const url = new URL(given)
  if (url.pathname.endsWith(`/${manifestName}`)) url.pathname = url.pathname.slice(0, -manifestName.length)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  url.hash = ''
  return url
}

/** Undefined when the answer is the file. */
function problemOf(status: number): string | undefined {
  if (status === 200) return undefined
  if (status >= 300 && status < 400)
    return `the server redirects (HTTP status ${status}), which is not followed: name the address where the archive is`
  return `the server answers HTTP status ${status}${status === 404 ? ': the file is missing' : ''}`
}

const tooSlow = (): FetchFailure => new FetchFailure('the server is too slow, or has stopped sending', true)

const problems: Partial<Record<FailureKind, string>> = {
  unreachable: 'the server cannot be reached',
  lost: 'the connection broke',
  malformed: 'the server does not answer in HTTP/1.1',
}

function failureOf(failure: NodeFailure): FetchFailure {
  if (failure.kind === 'timeout') return tooSlow()
  return new FetchFailure(problems[failure.kind] ?? reasonOf(failure), failure.kind !== 'too-long')
}
