/** A wallet that announces itself (EIP-6963), records its requests, and lets the node's last account sign. */
export const injectedWallet = `
  const asked = []
  const ask = async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(location.pathname, { method: 'POST', headers, body })
    return (await response.json()).result
  }
  const provider = {
    async request({ method, params }) {
      asked.push({ method, params })
      if (method === 'wallet_addEthereumChain') return null
      if (method === 'eth_requestAccounts') return [(await ask('eth_accounts')).at(-1)]
      return ask(method, params)
    },
  }
  window.askedOfWallet = asked
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: Object.freeze({ info: { uuid: '1', name: 'Test <b>wallet</b>' }, provider }),
    }))
  addEventListener('eip6963:requestProvider', announce)
`
