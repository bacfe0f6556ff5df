/** Maximum bytes of a frame's head: two bytes, eight of length, four of mask. */
const maximumHead = 14

/** Maximum number of fragments, pings and pongs that are parsed at once; a frame takes 1 to 2 µs. */
const partsAtOnce = 64

/**
 * Follows the frames in the bytes of a WebSocket (RFC 6455, section 5.2) before they are parsed. It returns how many bytes to
 * parse at once, and what they cost: a message may arrive in many frames, and the parser reports only complete messages.
 */
export class FrameScanner {
  /** Fragments of messages, pings and pongs so far. */
  parts = 0
  /** The length of the message among the latest bytes, as far as the heads of its frames tell. */
  announced = 0
  /** Whether the beginning of a message has been received, and not its end. */
  isIncomplete = false
  readonly #head = new Uint8Array(maximumHead)
  #headLength = 0
  /** Bytes of the current frame's content that have not arrived. */
  #left = 0

  /** The number of bytes up to the end of a message, or of several parts; all bytes if there is no such end among them. */
  next(bytes: Uint8Array): number {
    const lastPart = this.parts + partsAtOnce
    if (!this.isIncomplete) this.announced = 0
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const length = Math.min(this.#left, bytes.length - at)
        this.#left -= length
        at += length
      } else {
        this.#head[this.#headLength++] = bytes[at++]!
        if (this.#headLength < 2 || this.#headLength < sizeOfHead(this.#head)) continue
        this.#beginFrame()
      }
      if (this.#left === 0 && (this.#endsMessage() || this.parts === lastPart)) return at
    }
    return bytes.length
  }

  get #isControl(): boolean {
    return (this.#head[0]! & 0x08) !== 0
  }

  #beginFrame(): void {
    this.#headLength = 0
    this.#left = lengthOfContent(this.#head)
    if (this.#isControl) return
    this.announced += this.#left
    this.isIncomplete = true
  }

  #endsMessage(): boolean {
    const isFinal = (this.#head[0]! & 0x80) !== 0
    if (this.#isControl || !isFinal) this.parts++
    else this.isIncomplete = false
    return !this.#isControl && isFinal
  }
}

function sizeOfHead(head: Uint8Array): number {
  const size = head[1]! & 0x7f
  const mask = (head[1]! & 0x80) === 0 ? 0 : 4
  return 2 + (size === 127 ? 8 : size === 126 ? 2 : 0) + mask
}

/** The upper half of a length of eight bytes is not read: `ws` refuses a frame that is longer than a message may be. */
function lengthOfContent(head: Uint8Array): number {
  const size = head[1]! & 0x7f
  const view = new DataView(head.buffer)
  return size === 127 ? view.getUint32(6) : size === 126 ? view.getUint16(2) : size
}
