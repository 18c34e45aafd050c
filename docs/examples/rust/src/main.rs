//! Describes hands from standard input, one a line, and says who shares the pot. `cargo run -- classic 32 < hands.txt`

use std::env;
use std::ffi::{c_char, c_int, c_uint, c_void, CStr, CString};
use std::io::{self, BufRead};

const HAND: usize = 5;
const SEATS: usize = 16;
const WORDS: usize = 160;

/// The part of scalareale.h that is used here.
mod c {
    use super::*;
    extern "C" {
        pub fn sr_sizeof() -> usize;
        pub fn sr_open(memory: *mut c_void, size: usize, ruleset: *const c_char, cards: c_uint) -> c_int;
        pub fn sr_error_text(code: c_int) -> *const c_char;
        pub fn sr_parse_cards(text: *const c_char, length: usize, codes: *mut u8, room: usize) -> c_int;
        pub fn sr_describe(
            ev: *const c_void, hand: *const u8, language: *const c_char, text: *mut c_char, size: usize,
        ) -> c_int;
        pub fn sr_showdown(
            ev: *const c_void, hands: *const u8, stride: usize, n: usize, contenders: u32, shared: u64,
        ) -> u32;
        pub fn sr_why(
            ev: *const c_void, hands: *const u8, stride: usize, n: usize, contenders: u32, shared: u64,
        ) -> c_int;
    }
}

/// What the C functions return, or their error in words.
fn checked(code: c_int) -> Result<usize, String> {
    match usize::try_from(code) {
        Ok(number) => Ok(number),
        Err(_) => Err(unsafe { CStr::from_ptr(c::sr_error_text(code)) }.to_string_lossy().into_owned()),
    }
}

fn parse(line: &str) -> Result<[u8; HAND], String> {
    let mut hand = [0; HAND];
    match checked(unsafe { c::sr_parse_cards(line.as_ptr().cast(), line.len(), hand.as_mut_ptr(), HAND) })? {
        HAND => Ok(hand),
        n => Err(format!("a hand has 5 cards, not {n}")),
    }
}

/// An evaluator in memory of Rust's; u64 has the alignment that it wants.
struct Evaluator(Vec<u64>);

impl Evaluator {
    fn new(ruleset: &str, cards: u32) -> Result<Self, String> {
        let name = CString::new(ruleset).map_err(|e| e.to_string())?;
        let mut memory = vec![0u64; unsafe { c::sr_sizeof() }.div_ceil(8)];
        checked(unsafe { c::sr_open(memory.as_mut_ptr().cast(), memory.len() * 8, name.as_ptr(), cards) })?;
        Ok(Evaluator(memory))
    }

    fn ev(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }

    fn describe(&self, hand: &[u8; HAND]) -> Result<String, String> {
        let mut text = [0u8; WORDS];
        let length = checked(unsafe {
            c::sr_describe(self.ev(), hand.as_ptr(), c"en".as_ptr(), text.as_mut_ptr().cast(), WORDS)
        })?;
        Ok(String::from_utf8_lossy(&text[..length]).into_owned())
    }

    fn showdown(&self, hands: &[[u8; HAND]]) -> Result<Vec<usize>, String> {
        let everybody = if hands.len() > SEATS { 0 } else { (1u32 << hands.len()) - 1 };
        let first = hands.as_ptr().cast();
        let winners = unsafe { c::sr_showdown(self.ev(), first, HAND, hands.len(), everybody, 0) };
        if winners == 0 {
            checked(unsafe { c::sr_why(self.ev(), first, HAND, hands.len(), everybody, 0) })?;
        }
        Ok((0..hands.len()).filter(|i| winners >> i & 1 == 1).collect())
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let ruleset = arguments.first().map_or("classic", String::as_str);
    let cards = arguments.get(1).map_or(Ok(0), |n| n.parse()).map_err(|_| "the pack is a number of cards")?;
    let ev = Evaluator::new(ruleset, cards)?;

    let mut hands = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        match parse(&line).and_then(|hand| ev.describe(&hand).map(|words| (hand, words))) {
            Ok((hand, words)) => {
                println!("{words}");
                hands.push(hand);
            }
            Err(error) => eprintln!("not a hand of five: {line}: {error}"),
        }
    }
    println!("winners: {:?}", ev.showdown(&hands)?);
    Ok(())
}
