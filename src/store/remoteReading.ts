import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import { type Engine, type Page, type PageRequest, pageBytes } from './engine.ts'
import { keyText } from './keys.ts'
import type { Entry, Reader } from './store.ts'
import type { TableName } from './tables.ts'

/*
 * Reads a store in the memory of another thread. The reading thread sends a question and blocks until the answer
 * arrives. The thread of the store answers one question per message, which takes microseconds, and sends along what the
 * reader will probably ask for next.
 */

type Question =
  | { readonly ask: 'get' | 'has'; readonly table: TableName; readonly key: Uint8Array }
  | { readonly ask: 'page'; readonly table: TableName; readonly request: PageRequest }

/** A value together with entries that the reader will probably ask for next, packed. */
interface Found {
  readonly value: Uint8Array
  readonly near: Uint8Array
}

type Answer = Uint8Array | Found | boolean | Page | undefined

/** Entries of the same table that are probably read after a found one. They must never change. */
export type NearEntries = (table: TableName, value: Uint8Array) => readonly Entry[]

/** Counts the answers; the reader waits for a change. */
export const answerCounter = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Answers all questions from the port until the port or the store is closed. */
export function answerFrom(
  reader: Reader,
  port: MessagePort,
  answered: SharedArrayBuffer,
  nearEntries: NearEntries = () => [],
): void {
  const counter = new Int32Array(answered)
  port.on('message', (question: Question) => {
    try {
      port.postMessage(answerTo(question, reader, nearEntries))
    } catch {
      // The store is closed; the reader wakes up without an answer and throws.
      port.close()
    } finally {
      Atomics.add(counter, 0, 1)
      Atomics.notify(counter, 0)
    }
  })
  port.unref()
}

function answerTo(question: Question, reader: Reader, nearEntries: NearEntries): Answer {
  switch (question.ask) {
    case 'get': {
      // A copy: the bytes may be a view of a larger buffer, which would be sent whole.
      const value = reader.get(question.table, question.key)?.slice()
      const near = value === undefined ? [] : nearEntries(question.table, value)
      return near.length === 0 ? value : { value: value!, near: packEntries(near) }
    }
    case 'has':
      return reader.has(question.table, question.key)
    case 'page':
      return pageOf(reader, question.table, question.request)
  }
}

function pageOf(reader: Reader, table: TableName, request: PageRequest): Page {
  const entries: Entry[] = []
  let bytes = 0
  for (const { key, value } of reader.range(table, request)) {
    entries.push({ key: key.slice(), value: value.slice() })
    bytes += value.length
    if (bytes >= pageBytes) return { entries, last: false }
  }
  return { entries, last: entries.length < request.limit }
}

/** Memory for entries that were not asked for yet. */
const keptNearBytes = 4 << 20

/**
 * The reading end as a storage engine. During a snapshot, what was read of `meta` (the head of the chain, edited states)
 * stays the same; reads of other tables are consistent with each other only while the store does not change.
 */
export class RemoteEngine implements Engine {
  readonly readOnly = true
  readonly #port: MessagePort
  readonly #answered: Int32Array
  /** Entries that came with others and were not asked for yet. */
  readonly #near = new BoundedMap<string, Uint8Array>(keptNearBytes, ({ length }) => length)
  /** What the running snapshot has read of `meta`; undefined without one. */
  #read: Map<string, Uint8Array | undefined> | undefined

  constructor(port: MessagePort, answered: SharedArrayBuffer) {
    this.#port = port
    this.#answered = new Int32Array(answered)
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const read = table === 'meta' ? this.#read : undefined
    if (read === undefined) return this.#get(table, key)
    const text = keyText(key)
    if (!read.has(text)) read.set(text, this.#get(table, key))
    return read.get(text)?.slice()
  }

  #get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const text = `${table} ${keyText(key)}`
    const near = this.#near.get(text)
    if (near !== undefined) {
      // The reader has a cache of its own, so the entry is needed once.
      this.#near.delete(text)
      return near
    }
    const answer = this.#ask<Uint8Array | Found | undefined>({ ask: 'get', table, key: key.slice() })
    if (answer === undefined || answer instanceof Uint8Array) return answer
    for (const entry of unpackEntries(answer.near))
      this.#near.set(`${table} ${keyText(entry.key)}`, entry.value)
    return answer.value
  }

  has(table: TableName, key: Uint8Array): boolean {
    return this.#ask<boolean>({ ask: 'has', table, key: key.slice() })
  }

  page(table: TableName, request: PageRequest): Page {
    return this.#ask<Page>({ ask: 'page', table, request })
  }

  put(): never {
    throw new Error('a remote store is read-only')
  }

  delete(): never {
    throw new Error('a remote store is read-only')
  }

  transaction(): never {
    throw new Error('a remote store is read-only')
  }

  snapshot(work: () => void): void {
    this.#read = new Map()
    try {
      work()
    } finally {
      this.#read = undefined
    }
  }

  close(): void {
    this.#port.close()
  }

  #ask<Expected extends Answer>(question: Question): Expected {
    const before = Atomics.load(this.#answered, 0)
    this.#port.postMessage(question)
    Atomics.wait(this.#answered, 0, before)
    const received: { message: Expected } | undefined = receiveMessageOnPort(this.#port)
    if (received === undefined) throw new Error('the store did not answer')
    return received.message
  }
}

/* Small entries in one array, which is sent to another thread faster than many. */

/** Bytes for the length of a key or of a value. */
const lengthBytes = 2

function packEntries(entries: readonly Entry[]): Uint8Array {
  const total = entries.reduce((sum, { key, value }) => sum + key.length + value.length + 2 * lengthBytes, 0)
  const packed = new Uint8Array(total)
  const view = new DataView(packed.buffer)
  let at = 0
  for (const { key, value } of entries) {
    for (const bytes of [key, value]) {
      view.setUint16(at, bytes.length)
      packed.set(bytes, at + lengthBytes)
      at += lengthBytes + bytes.length
    }
  }
  return packed
}

function* unpackEntries(packed: Uint8Array): Generator<Entry, void, undefined> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  let at = 0
  const take = (): Uint8Array => {
    const length = view.getUint16(at)
    at += lengthBytes + length
    return packed.slice(at - length, at)
  }
  while (at < packed.length) yield { key: take(), value: take() }
}
