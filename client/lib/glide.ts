/**
 * Lets the router's next jump to a section glide. Not a rule for the whole page: then every new
 * page would glide to its top, and going back would roll through what was already read.
 */
export function glideOnce(): void {
  document.documentElement.dataset.glide = ''
}

/** A glide that has begun goes on. */
export function endGlide(): void {
  delete document.documentElement.dataset.glide
}
