"""All that is compiled: functions over arrays of integers and integers, which know nothing of cards or rules."""
