/** What a process reports about the chain that it serves. */
export interface ServedChain {
  readonly url: string
  /** The hash of its first header, or an account that has funds. */
  readonly word: string
}

export const reportChain = (chain: ServedChain): void => console.log(JSON.stringify(chain))
