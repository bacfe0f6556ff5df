/** Gives the pages of a browser a wallet with the accounts of the node at `url`. */
export const injectProvider = (page, url) =>
  page.addInitScript((url) => {
    const request = async ({ method, params = [] }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const { result, error } = await answer.json()
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    }
    window.ethereum = { request, on() {}, removeListener() {} }
  }, url)
