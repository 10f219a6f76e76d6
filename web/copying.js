// Copying what is in a field.

/** Copies the content of a field, which is selected then. @param {HTMLInputElement | HTMLTextAreaElement} field @returns {Promise<boolean>} whether that worked */
export async function copyFrom(field) {
  field.focus({ preventScroll: true });
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // The old way works where the new one is missing or not allowed: on pages without encryption, and in frames.
    return document.execCommand('copy');
  }
}
