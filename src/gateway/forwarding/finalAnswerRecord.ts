import { createHmac, timingSafeEqual } from 'node:crypto'
import { workEntry, workIn } from '../nodes/nodeAnswer.ts'
import type { FinalAnswer } from './finalAnswers.ts'

/* `1,SEAL,WORK,TEXT`: the version, a seal over everything else and the name, the work as nodes report it, the result. */

const version = '1'
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
