import { Brand, Place, ThemeButton } from '../../shared/frame/headerParts.tsx'
import { setToken, token } from '../admin/token.ts'

const places = [
  { page: '', name: 'Overview' },
  { page: 'traffic', name: 'Traffic' },
  { page: 'keys', name: 'Keys' },
  { page: 'usage', name: 'Usage' },
  { page: 'peers', name: 'Peers' },
] as const

export const Header = () => (
  <header class="top">
    <Brand title="Console" />
    <nav aria-label="Pages">
      {places.map((place) => (
        <Place key={place.page} {...place} />
      ))}
    </nav>
    <span class="at-end" />
    <ThemeButton />
    {token.value !== '' && (
      <button type="button" class="quiet" onClick={() => setToken('')}>
        Log out
      </button>
    )}
  </header>
)
