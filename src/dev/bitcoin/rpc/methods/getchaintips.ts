import type { BitcoinMethod } from '../method.ts'

export const getchaintips: BitcoinMethod = {
  name: 'getchaintips',
  summary: 'Returns the ends of all branches.',
  parameters: [],
  run(_, { bitcoin }) {
    const { chain } = bitcoin
    return chain.tips().map(({ block, isInvalid }) => {
      let fork = block
      while (!chain.isOnBestChain(fork)) fork = fork.parent!
      const isActive = block === chain.tip
      return {
        height: block.height,
        hash: block.key,
        branchlen: block.height - fork.height,
        status: isActive ? 'active' : isInvalid ? 'invalid' : 'valid-fork',
      }
    })
  },
}
