/** Rings of a trunk: the cambium is the growing one. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="13.4" />
    <circle class="growing" cx="16" cy="16" r="9" />
    <circle cx="16" cy="16" r="4.4" />
  </svg>
)
