import type { Chain } from '../../chain/chain.ts'
import type { BlockOutline } from '../../chain/storage/blockOutline.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'

/** A block of a window, which is decoded when a request or a field asks for more than its outline. */
export class DataBlock {
  readonly outline: BlockOutline
  readonly #chain: Pick<Chain, 'block'>
  #stored: StoredBlock | undefined

  constructor(outline: BlockOutline, chain: Pick<Chain, 'block'>) {
    this.outline = outline
    this.#chain = chain
  }

  get stored(): StoredBlock {
    this.#stored ??= this.#chain.block(this.outline.hash)
    if (this.#stored === undefined) throw new Error(`block ${this.outline.number} is not stored`)
    return this.#stored
  }
}
