/** The longest head of a frame: two bytes, eight of length, four of mask. */
const maximumHead = 14

/**
 * Follows the frames in the bytes of a WebSocket (RFC 6455, section 5.2) before they are parsed. It tells what a client is to
 * pay and what is held for it: a message may arrive in many frames, and nobody is told of a frame until the message is whole.
 */
export class FrameScanner {
  /** Fragments of messages, pings and pongs. */
  parts = 0
  /** Bytes that an incomplete message keeps in memory: those of all chunks in which its parts, or anything between them, came. */
  heldBytes = 0
  /** Whether the beginning of a message has been received, and not its end. */
  #isIncomplete = false
  #announced = 0
  /** Whether a message has ended in the bytes that are being read. */
  #hasEnded = false
  readonly #head = new Uint8Array(maximumHead)
  #headLength = 0
  /** Bytes of the current frame's content that have not arrived. */
  #left = 0

  /**
   * `onFrame` is called at the head of each frame of a message, with the length of the message as far as the heads of its
   * frames tell, and the length of this frame.
   */
  read(bytes: Uint8Array, onFrame: (announced: number, length: number) => void): void {
    this.#hasEnded = false
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const length = Math.min(this.#left, bytes.length - at)
        this.#left -= length
        at += length
        if (this.#left === 0) this.#endFrame()
      } else {
        this.#head[this.#headLength++] = bytes[at++]!
        if (this.#headLength >= 2 && this.#headLength === sizeOfHead(this.#head)) this.#beginFrame(onFrame)
      }
    }
    this.heldBytes = this.#isIncomplete ? bytes.length + (this.#hasEnded ? 0 : this.heldBytes) : 0
  }

  get #isControl(): boolean {
    return (this.#head[0]! & 0x08) !== 0
  }

  #beginFrame(onFrame: (announced: number, length: number) => void): void {
    this.#headLength = 0
    this.#left = lengthOfContent(this.#head)
    if (!this.#isControl) {
      this.#isIncomplete = true
      this.#announced += this.#left
      onFrame(this.#announced, this.#left)
    }
    if (this.#left === 0) this.#endFrame()
  }

  #endFrame(): void {
    const isFinal = (this.#head[0]! & 0x80) !== 0
    if (this.#isControl || !isFinal) this.parts++
    else {
      this.#isIncomplete = false
      this.#hasEnded = true
      this.#announced = 0
    }
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
