import type { SharedAddress, SharedServer } from './sharedAddress.ts'
import { type Script, script } from './sharedScript.ts'
import { type SessionParts, SharedSession } from './sharedSession.ts'
import { SharingError } from './sharingError.ts'

export interface SharingSettings {
  readonly address: SharedAddress
  /** Replaces the passwords of the addresses. */
  readonly password?: string | undefined
  /** PEM text of the authorities that sign certificates of servers; undefined for those of the system. */
  readonly authorities?: string | undefined
  /** Begins the names of all keys. */
  readonly prefix: string
  readonly connectTimeoutMs?: number
  readonly replyTimeoutMs?: number
  /** Timeout of the first connection. */
  readonly openTimeoutMs?: number
}

/** Receives an event when the shared state goes away and when it is back. */
export type SharingLog = (event: 'shared-state-away' | 'shared-state-back', reason: string) => void

/** The state of the connection, for probes and metrics. */
export interface SharingHealth {
  readonly isAway: boolean
  /** Why it is away. */
  readonly reason: string | undefined
  /** Commands that were sent, failures included. */
  readonly roundTrips: number
  readonly failures: number
  /** Connections after the first. */
  readonly reconnections: number
}

/** The version of everything below the prefix. */
const formatVersion = 1
const defaults = { connectTimeoutMs: 2_000, replyTimeoutMs: 1_000, openTimeoutMs: 10_000 }
const firstPauseMs = 50
const maximumPauseMs = 1_000
/** A session that ended sooner does not shorten the pause before the next. */
const stableMs = 5_000

const claimFormat = script(`
local format = redis.call('GET', KEYS[1])
if format then return format end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
`)

type Listener = (message: string) => void

/**
 * Names of keys and channels. The part in braces is the hash tag: keys with the same tag are in one slot of a cluster, so
 * one script may use them together. The number is the version of the format of everything below the prefix.
 */
const namesBelow = (prefix: string) => {
  const start = `${prefix}:${formatVersion}`
  return {
    /** Holds the version of the format; has the same name in every version. */
    format: `${prefix}:format`,
    key: (tag: string, ...parts: readonly string[]): string => [start, `{${tag}}`, ...parts].join(':'),
    channel: (name: string): string => `${start}:${name}`,
  }
}

/**
 * State that several processes share, in one primary or a cluster of Redis or Valkey servers. Everything is done by scripts,
 * each of them atomic. While no primary answers, scripts are rejected at once and connecting is tried again, with pauses
 * of up to a second.
 */
export class Sharing {
  readonly names: ReturnType<typeof namesBelow>
  #settings: SharingSettings & typeof defaults
  readonly #log: SharingLog
  readonly #listeners = new Map<string, Listener>()
  readonly #backListeners = new Set<() => void>()
  /** In the order in which they are tried. */
  #servers: readonly SharedServer[]
  #session: SharedSession | undefined
  #openedAtMs = 0
  #pauseMs = firstPauseMs
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #reason: string | undefined = 'not connected yet'
  #roundTrips = 0
  #failures = 0
  #connections = 0

  constructor(settings: SharingSettings, log: SharingLog = () => {}) {
    this.names = namesBelow(settings.prefix)
    this.#settings = { ...defaults, ...settings }
    this.#servers = settings.address.servers
    this.#log = log
  }

  get isAway(): boolean {
    return this.#session === undefined
  }

  health(): SharingHealth {
    return {
      isAway: this.isAway,
      reason: this.#reason,
      roundTrips: this.#roundTrips,
      failures: this.#failures,
      reconnections: Math.max(0, this.#connections - 1),
    }
  }

  /** Calls the listener with each message of a channel. Call it before `open`. */
  onMessage(channel: string, listener: Listener): void {
    this.#listeners.set(channel, listener)
  }

  /** Calls the listener after each connection but the first; returns a function that ends that. */
  onBack(listener: () => void): () => void {
    this.#backListeners.add(listener)
    return () => this.#backListeners.delete(listener)
  }

  /** The next connection has these credentials. */
  renew({ password, authorities }: Pick<SharingSettings, 'password' | 'authorities'>): void {
    this.#settings = { ...this.#settings, password, authorities }
  }

  /** Connects for the first time. Rejects at once when the operator has to act, else after `openTimeoutMs`. */
  async open(): Promise<void> {
    const giveUpAtMs = performance.now() + this.#settings.openTimeoutMs
    for (;;) {
      try {
        await this.#connect()
        return
      } catch (error) {
        const isPassing = error instanceof SharingError && error.problem === 'away'
        if (!isPassing || performance.now() >= giveUpAtMs) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, this.#nextPauseMs()))
    }
  }

  /** Rejects with `SharingError`; after a rejection with `away` it is not known whether the script ran. */
  async run(
    program: Script,
    keys: readonly string[],
    words: readonly (string | number)[] = [],
  ): Promise<unknown> {
    const session = this.#session
    if (session === undefined) throw new SharingError('away', this.#reason ?? 'not connected')
    return this.#runIn(session, program, keys, words.map(String))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#session?.close()
    this.#session = undefined
    this.#reason = 'closed'
  }

  async #runIn(
    session: SharedSession,
    { sha, source }: Script,
    keys: readonly string[],
    words: readonly string[],
  ): Promise<unknown> {
    const operands = [String(keys.length), ...keys, ...words]
    try {
      return await this.#send(session, ['EVALSHA', sha, ...operands], keys[0])
    } catch (error) {
      const isUnknown = error instanceof SharingError && error.reply?.startsWith('NOSCRIPT')
      if (!isUnknown) throw error
      return await this.#send(session, ['EVAL', source, ...operands], keys[0])
    }
  }

  async #send(session: SharedSession, words: readonly string[], key: string | undefined): Promise<unknown> {
    this.#roundTrips++
    try {
      return await session.send(words, key)
    } catch (error) {
      this.#failures++
      throw error
    }
  }

  /** Takes the first server of the address through which the state is reached, and begins with it the next time. */
  async #connect(): Promise<void> {
    const problems: SharingError[] = []
    for (const server of this.#servers) {
      try {
        await this.#use(await SharedSession.open(this.#settings.address, server, this.#sessionParts()))
        this.#servers = [server, ...this.#servers.filter((other) => other !== server)]
        return
      } catch (error) {
        if (!(error instanceof SharingError)) throw error
        problems.push(error)
      }
    }
    this.#failures++
    // A problem that the operator has to correct is reported before one that may pass.
    const first = problems.find(({ problem }) => problem !== 'away') ?? problems[0]
    throw new SharingError(first?.problem ?? 'address', problems.map(({ message }) => message).join('; '))
  }

  async #use(session: SharedSession): Promise<void> {
    try {
      const words = [String(formatVersion)]
      const format = await this.#runIn(session, claimFormat, [this.names.format], words)
      if (format !== String(formatVersion)) {
        const found = typeof format === 'string' ? format.slice(0, 20) : 'unknown'
        const message = `${session.name} has shared state of format ${JSON.stringify(found)}, this version reads ${formatVersion}: use another --shared-prefix, or the version that wrote it`
        throw new SharingError('format', message)
      }
    } catch (error) {
      session.close()
      throw error
    }
    if (this.#isClosed) return session.close()
    this.#session = session
    this.#openedAtMs = performance.now()
    this.#reason = undefined
    this.#connections++
    if (this.#connections > 1) this.#tellBack(session)
  }

  #tellBack({ name }: SharedSession): void {
    this.#log('shared-state-back', name)
    for (const listener of this.#backListeners) listener()
  }

  #sessionParts(): SessionParts {
    const { password, authorities, connectTimeoutMs, replyTimeoutMs } = this.#settings
    return {
      password,
      authorities,
      connectTimeoutMs,
      replyTimeoutMs,
      channels: [...this.#listeners.keys()],
      onMessage: (channel, message) => this.#listeners.get(channel)?.(message),
      onEnd: (error) => this.#lost(error),
    }
  }

  #lost({ message }: SharingError): void {
    // A connection that ends before it is used is a failed attempt.
    if (this.#session === undefined || this.#isClosed) return
    this.#session = undefined
    this.#reason = message
    if (performance.now() - this.#openedAtMs >= stableMs) this.#pauseMs = firstPauseMs
    this.#log('shared-state-away', message)
    this.#connectLater()
  }

  #connectLater(): void {
    this.#timer = setTimeout(() => {
      this.#connect().catch((error: unknown) => {
        if (this.#isClosed) return
        this.#reason = error instanceof SharingError ? error.message : 'failed'
        this.#connectLater()
      })
    }, this.#nextPauseMs())
  }

  #nextPauseMs(): number {
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(maximumPauseMs, pauseMs * 2)
    return pauseMs
  }
}
