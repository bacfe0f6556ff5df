import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type ReportedWork, workEntry, workIn } from '../../remote/nodeAnswer.ts'
import { script, serverNow } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'

/** The result of a read that does not change any more, and the work that it cost. */
export interface FinalAnswer {
  readonly text: string
  readonly work: readonly ReportedWork[]
}

export interface SharedAnswersParts {
  readonly sharing: Sharing
  /** Which chain the answers are of: its name, id and genesis. */
  readonly chain: string
  /** Seals the answers. */
  readonly secret: string
  /** The bound of all answers of the shared state, whichever chain they are of. */
  readonly maximumBytes: number
  readonly report: (error: unknown) => void
  readonly elapsedMs: () => number
  /** How long an answer is waited for. */
  readonly patienceMs?: number
}

/**
 * Units of a node's work from which an answer is worth keeping for other gateways: about 2 ms. A question without an answer
 * cost a gateway 0.1 to 0.2 ms of processor time, an answer of 1 to 256 KB 0.2 to 0.7 ms.
 */
const dearUnits = 40
/** The average of a method begins here: it counts as expensive until its answers prove cheap. */
const firstMean = 4 * dearUnits
const newestPart = 1 / 8

const defaultPatienceMs = 50
/** After an answer that did not come in time no question is asked for this long. */
const pauseMs = 1_000
/** Questions and answers under way; further ones are left out. */
const maximumUnderWay = 64
/** Whole answers of nodes are not longer. */
const maximumText = 256 << 10
const lifetimeMs = 24 * 3_600_000
/** Each bucket is in one slot and has its part of the bound. */
const buckets = 64

const read = script(`return redis.call('GET', KEYS[1])`)

/*
 * A bucket has the names of its answers by the moment at which they expire, with their sizes, and the sum of the sizes.
 * The oldest make room for a new one. What the server has evicted counts until it would have expired.
 */
const keep = script(`${serverNow}
local value, kept, bytes, prefix = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local name, record, most, lifetime = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if redis.call('EXISTS', value) == 1 then return 0 end
local now, size = nowMs(), #record
local sum = redis.call('ZCARD', kept) == 0 and 0 or tonumber(redis.call('GET', bytes)) or 0
for _ = 1, 100 do
  local oldest = redis.call('ZRANGE', kept, 0, 0, 'WITHSCORES')
  if not oldest[1] or (tonumber(oldest[2]) > now and sum + size <= most) then break end
  local other, length = string.match(oldest[1], '^(.*):(%d+)$')
  redis.call('ZREM', kept, oldest[1])
  redis.call('DEL', prefix .. (other or ''))
  sum = sum - (tonumber(length) or 0)
end
if sum + size > most then return 0 end
redis.call('SET', value, record, 'PX', lifetime)
redis.call('ZADD', kept, now + lifetime, name .. ':' .. size)
redis.call('SET', bytes, math.max(0, sum) + size, 'PX', lifetime)
redis.call('PEXPIRE', kept, lifetime)
return 1
`)

/**
 * Final answers that gateways have in common. Only those that cost a node more than a round trip to the shared state are kept
 * and asked for. The shared state may be slow, away or wrong: then a node is asked.
 */
export class SharedAnswers {
  readonly #parts: SharedAnswersParts
  readonly #records: FinalAnswerRecords
  /** The average work for the answers of each method. */
  readonly #means = new Map<string, number>()
  #underWay = 0
  #pausedUntilMs = 0
  #hits = 0
  #misses = 0

  constructor(parts: SharedAnswersParts) {
    this.#parts = parts
    this.#records = new FinalAnswerRecords(parts.secret)
  }

  get figures() {
    return { sharedHits: this.#hits, sharedMisses: this.#misses }
  }

  /** Undefined when the answer is not there, is not what a gateway wrote, or does not come soon. */
  async find(method: string, question: string, mustAsk: boolean): Promise<FinalAnswer | undefined> {
    if (!mustAsk && (this.#means.get(method) ?? firstMean) < dearUnits) return undefined
    const { sharing, elapsedMs } = this.#parts
    if (sharing.isAway || this.#underWay >= maximumUnderWay || elapsedMs() < this.#pausedUntilMs)
      return undefined
    const name = this.#nameOf(question)
    const answer = await this.#soon(this.#read(name))
    if (answer === undefined) this.#misses++
    else this.#hits++
    return answer
  }

  /** Keeps an answer that a node has given. */
  keep(method: string, question: string, answer: FinalAnswer): void {
    const units = answer.work.reduce((sum, work) => sum + work.units, 0)
    const mean = this.#means.get(method) ?? firstMean
    this.#means.set(method, mean + (units - mean) * newestPart)
    const isTaken = units >= dearUnits && answer.text.length <= maximumText
    if (!isTaken || this.#parts.sharing.isAway || this.#underWay >= maximumUnderWay) return
    this.#underWay++
    this.#write(this.#nameOf(question), answer)
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#underWay--
      })
  }

  #nameOf(question: string): string {
    return hash('sha256', `${this.#parts.chain}\n${question}`, 'hex')
  }

  async #read(name: string): Promise<FinalAnswer | undefined> {
    this.#underWay++
    try {
      const [value = ''] = this.#keysOf(name)
      const record = await this.#parts.sharing.run(read, [value])
      if (record === null) return undefined
      const answer = typeof record === 'string' ? this.#records.decode(name, record) : undefined
      if (answer === undefined) this.#tell(new Error(`the shared state has a wrong final answer in ${value}`))
      return answer
    } catch (error) {
      this.#tell(error)
      return undefined
    } finally {
      this.#underWay--
    }
  }

  async #write(name: string, answer: FinalAnswer): Promise<void> {
    const { sharing, maximumBytes } = this.#parts
    const keys = this.#keysOf(name)
    const prefix = keys[0]?.slice(0, -name.length) ?? ''
    const record = this.#records.encode(name, answer)
    await sharing.run(keep, keys, [prefix, name, record, Math.floor(maximumBytes / buckets), lifetimeMs])
  }

  #keysOf(name: string): readonly string[] {
    const { names } = this.#parts.sharing
    const tag = `answers:${Number.parseInt(name.slice(0, 8), 16) % buckets}`
    return [names.key(tag, 'answer', name), names.key(tag, 'kept'), names.key(tag, 'bytes')]
  }

  #soon<Value>(value: Promise<Value | undefined>): Promise<Value | undefined> {
    const { patienceMs = defaultPatienceMs, elapsedMs } = this.#parts
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pausedUntilMs = elapsedMs() + pauseMs
        resolve(undefined)
      }, patienceMs)
      void value.then((found) => {
        clearTimeout(timer)
        resolve(found)
      })
    })
  }

  #tell(error: unknown): void {
    if (!isAwayError(error)) this.#parts.report(error)
  }
}

/* `2,SEAL,WORK,TEXT`: the version, a seal over everything else and the name, the work as nodes report it, the result. */

const version = '2'
const sealLength = 44

/** Writes final answers so that a gateway with the same secret can tell that a gateway wrote them under this name. */
export class FinalAnswerRecords {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  encode(name: string, { text, work }: FinalAnswer): string {
    const content = `${work.map(workEntry).join(';')}|${text}`
    return `${version},${this.#sealOf(name, content)},${content}`
  }

  /** Undefined for what is not a record of this version and name. */
  decode(name: string, record: string): FinalAnswer | undefined {
    const contentAt = version.length + sealLength + 2
    const content = record.slice(contentAt)
    const seal = Buffer.from(`${version},${this.#sealOf(name, content)},`)
    const found = Buffer.from(record.slice(0, contentAt))
    if (found.length !== seal.length || !timingSafeEqual(found, seal)) return undefined
    const end = content.indexOf('|')
    return end === -1 ? undefined : { work: workIn(content.slice(0, end)), text: content.slice(end + 1) }
  }

  #sealOf(name: string, content: string): string {
    return createHmac('sha256', this.#secret)
      .update(`cambium final answer ${version}\n${name}\n`)
      .update(content)
      .digest('base64')
  }
}
