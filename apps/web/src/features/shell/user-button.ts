/** The look of the button of the user menu, before and after the menu is loaded. */
export const USER_BUTTON =
  'grid size-8 flex-none place-items-center rounded-full border border-line2 bg-bg3 text-[12px] font-[650] max-sm:size-11';
